/**
 * Reads of an account's month, GET /metrics/{id}/usage, in sequence on one connection, with one million and with one
 * hundred million stored events. Target: under 2 ms for both. One hundred million need 40 GB of disk while it runs, and
 * half an hour to write. Linux.
 * `npm run bench -- usage [rounds] [millions] [millions] …`
 */
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import pg from "pg";
import { CannotRun } from "./platform/cannot-run.ts";
import { createMetrics } from "./platform/catalogue.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases } from "./platform/event-load.ts";
import { type Exchange, openExchange } from "./platform/exchange.ts";
import { recordFigures } from "./platform/figures.ts";
import { type Measured, measure } from "./platform/measure.ts";
import { median } from "./platform/median.ts";
import { quietRounds } from "./platform/quiet-rounds.ts";
import { type Platform, startPlatform } from "./platform/start-platform.ts";
import { placeAccounts, placeByPowerLaw, storeEvents, totalEvents, withoutIndexes } from "./platform/store-events.ts";
import { usageBytes } from "./platform/usage-bytes.ts";

const [rounds = 5, ...given] = process.argv.slice(2).map(Number);
const millions = given.length === 0 ? [1, 100] : given;
const READS_OF_A_ROUND = 500;
const STEP = 37;
const DAYS = 90;
/** Disk space per event while its indexes are created, which are sorted on disk. */
const BYTES_OF_AN_EVENT = 450;

const quantity = { method: "sum", field: "quantity" };
const readings = [
  { name: "a count", eventName: "api_calls", aggregation: { method: "count" } },
  { name: "a sum", eventName: "storage", aggregation: quantity },
  { name: "a sum by region (4)", eventName: "transfers", aggregation: quantity, groupBy: ["region"] },
] as const;

console.log(
  `500 accounts by power law (first 35 %, first five 78 %), 3 metrics, events of the last ${DAYS} days; one connection,`,
);
console.log(`accounts in a full cycle of step ${STEP}. Server with worker, client and database on the same cores\n`);
console.log("                                                                        CPU µs of a read");
console.log("events stored  read                  accounts    median ms   p99 ms      server  PostgreSQL  rounds kept");
for (const million of millions) await report(million);

async function report(million: number): Promise<void> {
  await requireDisk(million);
  const platform = await startPlatform();
  const accounts = [...(await createAccounts(platform, accountAliases)).values()].toSorted();
  const metrics = await createMetrics(platform, readings);
  await fill(platform, million * 1_000_000);
  const exchange = await openExchange(platform);
  for (const reading of readings) {
    const path = `/metrics/${metrics.get(reading.name)}/usage?${"groupBy" in reading ? "groupBy=region&" : ""}account=`;
    await requireRight(platform, exchange, `${path}${accounts[0]}`, reading.eventName);
    for (const [whose, ids] of Object.entries({ "all 500": accounts, busiest: accounts.slice(0, 1) })) {
      await read(exchange, platform, path, ids);
      const { rounds: quiet, kept } = await quietRounds(rounds, () => read(exchange, platform, path, ids));
      const of = (figure: (round: Measured) => number, digits: number, width: number) =>
        median(quiet.map(figure)).toFixed(digits).padStart(width);
      const cells = [
        `${million} million`.padEnd(15) + reading.name.padEnd(22) + whose.padEnd(10),
        of(({ p50 }) => p50, 2, 11),
        of(({ p99 }) => p99, 2, 9),
        of(({ cpu, requests }) => (cpu.server / requests) * 1e6, 0, 12),
        of(({ cpu, requests }) => (cpu.database / requests) * 1e6, 0, 12),
        `  ${kept}`,
      ];
      console.log(cells.join(""));
      const name = `${reading.name}, ${whose}, ${million} million events`;
      await recordFigures([
        { name, unit: " ms", value: median(quiet.map(({ p50 }) => p50)), better: "lower", target: 2 },
      ]);
    }
  }
  exchange.close();
  await platform.stop();
}

function read(exchange: Exchange, platform: Platform, path: string, ids: readonly string[]): Promise<Measured> {
  return measure(platform, async (took) => {
    for (let place = 0; place < READS_OF_A_ROUND; place += 1) {
      const began = performance.now();
      await exchange.get(path + ids[(place * STEP) % ids.length]);
      took.push(performance.now() - began);
    }
  });
}

async function fill(platform: Platform, count: number): Promise<void> {
  const { owner, organizationId } = platform;
  const began = performance.now();
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const second = new pg.Client({ connectionString: platform.ownerUrl });
  await second.connect();
  await owner.query("select make_usage_partitions($1::date, current_date)", [from]);
  await placeAccounts(owner, organizationId);
  const eventNames = readings.map(({ eventName }) => eventName);
  await withoutIndexes(owner, () =>
    storeEvents([owner, second], organizationId, {
      count,
      from,
      days: DAYS,
      eventNames,
      place: placeByPowerLaw(accountAliases.length),
    }),
  );
  await totalEvents(owner, organizationId);
  await owner.query("vacuum analyze");
  await second.end();
  const { events, eventRows, eventIndexes, totals } = await usageBytes(platform);
  const each = (size: number) => (size / events).toFixed(0);
  console.log(
    `${events} events written in ${((performance.now() - began) / 1_000).toFixed(0)} s: ${each(eventRows)} bytes of rows, ` +
      `${each(eventIndexes)} of indexes, ${each(totals)} of totals each`,
  );
}

/** Compares a read's count with the events, because a figure for a wrong result is worthless. */
async function requireRight({ owner }: Platform, exchange: Exchange, path: string, eventName: string): Promise<void> {
  const told = JSON.parse(await exchange.get(path)) as {
    accountId: string;
    from: string;
    to: string;
    eventCount: number;
  };
  const { rows } = await owner.query<{ count: string }>(
    "select count(*) from named_usage_event where account_id = $1 and event_name = $2 and timestamp >= $3 and timestamp < $4",
    [told.accountId, eventName, told.from, told.to],
  );
  if (told.eventCount === 0 || told.eventCount !== Number(rows[0]?.count)) {
    throw new Error(`${path} tells ${told.eventCount} events, and there are ${rows[0]?.count}`);
  }
}

async function requireDisk(million: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [needed, free] = [(million * 1e6 * BYTES_OF_AN_EVENT) / 1e9, (bavail * bsize) / 1e9];
  if (process.env["BENCH_DATABASE_URL"] === undefined && free < needed) {
    throw new CannotRun(
      `${million} million events need ${needed.toFixed(0)} GB in ${tmpdir()}, ${free.toFixed(0)} are free`,
    );
  }
}
