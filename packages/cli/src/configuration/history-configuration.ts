import type { HistoryOptions } from "@counterfoil/storage";

type Environment = Readonly<Record<string, string | undefined>>;
type Refuse = (fault: string) => void;

/** Reads where the history of events is (R-HIST-1); null without COUNTERFOIL_CLICKHOUSE_URL. Messages never repeat the URL. */
export function readHistoryConfiguration(environment: Environment, refuse: Refuse): HistoryOptions | null {
  const read = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  const url = read("COUNTERFOIL_CLICKHOUSE_URL");
  const database = readName("COUNTERFOIL_CLICKHOUSE_DATABASE");
  const cluster = readName("COUNTERFOIL_CLICKHOUSE_CLUSTER");

  function readName(name: string): string | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    if (url === undefined) refuse(`${name} requires COUNTERFOIL_CLICKHOUSE_URL.`);
    if (!/^\w{1,64}$/.test(text)) {
      refuse(`${name} is ${JSON.stringify(text)}; expected 1 to 64 letters, digits and underscores.`);
    }
    return text;
  }

  if (url === undefined) return null;
  if (!isServer(url)) {
    refuse(
      "COUNTERFOIL_CLICKHOUSE_URL must be the HTTP address of a ClickHouse server without a path: https://user:password@host:8443. " +
        "Name the database in COUNTERFOIL_CLICKHOUSE_DATABASE.",
    );
  }
  return { url, database: database ?? "default", cluster: cluster ?? null };
}

/** A month is dropped when the next one ended: events of the last month arrive every day. */
const LEAST_HOT_DAYS = 32;
const MOST_HOT_DAYS = 36_500;

/** How many days after its end a copied month stays in PostgreSQL; null for ever. */
export function readHotDays(environment: Environment, refuse: Refuse): number | null {
  const text = environment["COUNTERFOIL_EVENT_HOT_DAYS"] ?? "";
  if (text === "") return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(days >= LEAST_HOT_DAYS && days <= MOST_HOT_DAYS)) {
    refuse(
      `COUNTERFOIL_EVENT_HOT_DAYS is ${JSON.stringify(text)}; expected a whole number of days, ${LEAST_HOT_DAYS} to ${MOST_HOT_DAYS}.`,
    );
    return null;
  }
  if ((environment["COUNTERFOIL_CLICKHOUSE_URL"] ?? "") === "") {
    refuse("COUNTERFOIL_EVENT_HOT_DAYS requires COUNTERFOIL_CLICKHOUSE_URL: only copied months can be dropped.");
  }
  return days;
}

function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && pathname === "/" && search === "";
}
