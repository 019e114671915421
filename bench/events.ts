/**
 * Usage events over HTTP: batches of 1,000, batches of 100 and single events, alternating with the ceiling, raw COPY of the
 * same events into a copy of the table. Events and totals are committed before the response. Targets: batches of 1,000 at
 * 45,000/s and 45 % of COPY, batches of 100 at 35,000/s, single events at 12,000/s with a p99 under 50 ms. Also prints the
 * cost of a billion events a month. Linux.
 * `npm run bench -- events [rounds] [events of a turn]`
 */
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { costOfABillion } from "./platform/cost-of-a-billion.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases, clockOfABillion, loadShape } from "./platform/event-load.ts";
import { byCopy, overHttp, type Way } from "./platform/event-turns.ts";
import { makeTwin } from "./platform/copy-rows.ts";
import { recordFigures } from "./platform/figures.ts";
import type { Measured } from "./platform/measure.ts";
import { median } from "./platform/median.ts";
import { quietRounds } from "./platform/quiet-rounds.ts";
import { startPlatform } from "./platform/start-platform.ts";
import { usageBytes } from "./platform/usage-bytes.ts";

const [rounds = 7, eventsOfATurn = 60_000] = process.argv.slice(2).map(Number);

const platform = await startPlatform();
await createAccounts(platform, accountAliases);
await createMetrics(platform, metrics);
await makeTwin(platform);
const clock = clockOfABillion();
const overHttpWays = [
  overHttp(platform, clock, { name: "batches of 1,000", perRequest: 1_000, connections: 16 }),
  overHttp(platform, clock, { name: "batches of 100", perRequest: 100, connections: 64 }),
  overHttp(platform, clock, { name: "single events", perRequest: 1, connections: 256 }),
];
const [oneCopy, twoCopies] = [await byCopy(platform, 1), await byCopy(platform, 2)];
const ways: readonly Way[] = [...overHttpWays, oneCopy, twoCopies];

console.log(
  `PostgreSQL ${platform.version}, durable commits; server with worker, client and database on the same cores`,
);
console.log(`load: ${loadShape}`);
console.log(
  `ceiling: COPY without dedupe into a table with the same indexes and partitions, one, and one on each of 2 connections`,
);
console.log(`a turn: ${eventsOfATurn} events; ways take turns, medians of the rounds\n`);

interface Round {
  readonly foreignShare: number;
  readonly turns: ReadonlyMap<Way, Measured>;
}

async function round(): Promise<Round> {
  const turns = new Map<Way, Measured>();
  for (const way of ways) turns.set(way, await way.turn(eventsOfATurn));
  return { turns, foreignShare: Math.max(...[...turns.values()].map((turn) => turn.foreignShare)) };
}

// Warms up, and gives the database statistics.
await round();
await platform.owner.query("analyze");
const { rounds: quiet, kept } = await quietRounds(rounds, async (attempt) => {
  const one = await round();
  const rates = ways.map((way) => `${way.name} ${perSecond(one.turns.get(way)).toFixed(0)}/s`);
  console.log(
    `round ${attempt}: ${rates.join(", ")}; something else ${(one.foreignShare * 100).toFixed(0)} % of the cores`,
  );
  return one;
});

console.log(`\nrounds kept: ${kept}\n`);
console.log(
  "                                           of one, two     a request's    CPU ms of 1,000 events     memory MiB",
);
console.log(
  "                    connections  events/s       COPIES   p50 ms   p99 ms    server  PostgreSQL  server  PostgreSQL",
);
for (const way of ways) print(way);
console.log();
console.log(costOfABillion(await usageBytes(platform), overHttpWays.map(costOf)));
await recordFigures([
  ...overHttpWays.map((way, place) => ({
    name: way.name,
    unit: "/s",
    value: medianOf(way, perSecond),
    better: "higher" as const,
    target: [45_000, 35_000, 12_000][place] ?? 0,
  })),
  {
    name: "single events, p99",
    unit: " ms",
    value: medianOf(overHttpWays[2] as Way, ({ p99 }) => p99),
    better: "lower",
    target: 50,
  },
  ...overHttpWays.flatMap((way) => [
    {
      name: `CPU of an event, server, ${way.name}`,
      unit: " µs",
      value: cpuOf(way, ({ server }) => server),
      better: "lower" as const,
    },
    {
      name: `CPU of an event, PostgreSQL, ${way.name}`,
      unit: " µs",
      value: cpuOf(way, ({ database }) => database),
      better: "lower" as const,
    },
  ]),
  { name: "COPY, the ceiling", unit: "/s", value: medianOf(oneCopy, perSecond), better: "higher" },
]);
await oneCopy.end();
await twoCopies.end();
await platform.stop();

function perSecond(turn: Measured | undefined): number {
  return eventsOfATurn / (turn?.seconds ?? NaN);
}

/** The median of one figure over the quiet rounds. */
function medianOf(way: Way, figure: (turn: Measured, round: Round) => number): number {
  return median(
    quiet.flatMap((one) => one.turns.get(way) ?? []).map((turn, index) => figure(turn, quiet[index] as Round)),
  );
}

function cpuOf(way: Way, figure: (cpu: Measured["cpu"]) => number): number {
  return medianOf(way, ({ cpu }) => (figure(cpu) / eventsOfATurn) * 1e6);
}

function costOf(way: Way) {
  return { name: way.name, milliseconds: cpuOf(way, ({ server, database }) => server + database) };
}

function print(way: Way): void {
  const isCopy = way === oneCopy || way === twoCopies;
  const shareOf = (copy: Way) => medianOf(way, (turn, one) => perSecond(turn) / perSecond(one.turns.get(copy)));
  const cells = [
    way.name.padEnd(20),
    String(way.connections).padStart(11),
    medianOf(way, perSecond).toFixed(0).padStart(10),
    `${(shareOf(oneCopy) * 100).toFixed(0)}, ${(shareOf(twoCopies) * 100).toFixed(0)} %`.padStart(13),
    (isCopy ? "" : medianOf(way, ({ p50 }) => p50).toFixed(1)).padStart(9),
    (isCopy ? "" : medianOf(way, ({ p99 }) => p99).toFixed(1)).padStart(9),
    (isCopy ? "" : cpuOf(way, ({ server }) => server).toFixed(1)).padStart(10),
    cpuOf(way, ({ database }) => database)
      .toFixed(1)
      .padStart(12),
    (isCopy ? "" : medianOf(way, ({ memory }) => memory.server).toFixed(0)).padStart(8),
    medianOf(way, ({ memory }) => memory.database)
      .toFixed(0)
      .padStart(12),
  ];
  console.log(cells.join(""));
}
