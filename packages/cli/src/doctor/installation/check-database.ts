import { systemClock } from "@counterfoil/service";
import { readUpgrade } from "@counterfoil/storage";
import { asOwner } from "../../platform/owner-connection.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

const MOST_SECONDS_OFF = 60;

/** Settings without which a power failure can lose or damage committed data. */
const DURABLE = ["fsync", "full_page_writes", "synchronous_commit"];

/** The checks that ask PostgreSQL. */
export async function checkDatabase(ownerUrl: string): Promise<Finding[]> {
  return [...(await settings(ownerUrl)), await clock(ownerUrl), await migrations(ownerUrl)];
}

async function settings(ownerUrl: string): Promise<Finding[]> {
  const rows = await asOwner(ownerUrl, (owner) =>
    owner.rows<{ name: string; setting: string }>("select name, setting from pg_settings where name = any ($1)", [
      [...DURABLE, "server_version"],
    ]),
  );
  const off = rows.filter(({ name, setting }) => DURABLE.includes(name) && setting === "off").map(({ name }) => name);
  const version = rows.find(({ name }) => name === "server_version")?.setting ?? "?";
  return [
    ok("PostgreSQL", version),
    off.length === 0
      ? ok("Durability", `${DURABLE.join(", ")} are on`)
      : fault("Durability", `off: ${off.join(", ")}`, "Turn them on: a power failure can lose or damage invoices."),
  ];
}

async function clock(ownerUrl: string): Promise<Finding> {
  const [row] = await asOwner(ownerUrl, (owner) =>
    owner.rows<{ off: string }>("select extract(epoch from clock_timestamp() - $1::timestamptz) as off", [
      systemClock.now(),
    ]),
  );
  const seconds = Math.abs(Number(row?.off));
  const found = `${seconds.toFixed(1)} s from the database's clock`;
  return seconds <= MOST_SECONDS_OFF ? ok("Clock", found) : fault("Clock", found, "Correct the clock, with NTP.");
}

async function migrations(ownerUrl: string): Promise<Finding> {
  const { pending, ahead } = await readUpgrade(ownerUrl);
  if (ahead.length > 0) {
    return warning("Migrations", `${ahead.length} of a later release`, "Finish the upgrade: install that release.");
  }
  if (pending.length === 0) return ok("Migrations", "none pending");
  return fault("Migrations", `${pending.length} pending`, "Run migrate --check, then migrate.");
}
