/**
 * Entitlement checks of 500 accounts: checks alone, and settling and reserving in one call. Target: 5,000 checks/s at 32
 * connections on two cores. Linux. `npm run bench -- entitlements [rounds] [seconds per round]`
 */
import { asking, type Lane, settlingAndReserving } from "./platform/check-lanes.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases } from "./platform/event-load.ts";
import { onConnections } from "./platform/exchange.ts";
import { recordFigures } from "./platform/figures.ts";
import { type Measured, measure } from "./platform/measure.ts";
import { median } from "./platform/median.ts";
import { quietRounds } from "./platform/quiet-rounds.ts";
import { sellEntitlements } from "./platform/sell-entitlements.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number);
const CONNECTIONS = [1, 8, 32];
const STEP = 37;

const platform = await startPlatform();
const ids = [...(await createAccounts(platform, accountAliases)).values()];
await sellEntitlements(platform, ids);
console.log(
  `PostgreSQL ${platform.version}, durable commits; server with worker, client and database on the same cores`,
);
console.log(
  `load: POST /accounts/{id}/entitlements/{key}/check over ${ids.length} accounts in a full cycle of step ${STEP}`,
);
console.log("given, measured on such a machine: Autumn 581 checks/s, 124 to 148 durable tracks/s, 3.4 GB of memory\n");
console.log(
  "                                                             CPU µs of a check        memory MiB      rounds",
);
console.log(
  "                        connections   checks/s  median ms   p99 ms  server      all  server  PostgreSQL    kept",
);
for (const [name, lane] of Object.entries({ asking, "settling and reserving": settlingAndReserving })) {
  for (const connections of CONNECTIONS) await report(name, connections, lane);
}
await platform.stop();

async function report(name: string, connections: number, lane: Lane): Promise<void> {
  await run(connections, lane, 1.5);
  // So that the database has statistics, as it soon would by itself.
  await platform.owner.query("analyze");
  const { rounds: quiet, kept } = await quietRounds(rounds, () => run(connections, lane, seconds));
  const of = (figure: (round: Measured) => number, digits: number, width: number) =>
    median(quiet.map(figure)).toFixed(digits).padStart(width);
  const cells = [
    name.padEnd(24),
    String(connections).padStart(11),
    of((round) => round.requests / round.seconds, 0, 11),
    of(({ p50 }) => p50, 2, 11),
    of(({ p99 }) => p99, 2, 9),
    of(({ cpu, requests }) => (cpu.server / requests) * 1e6, 0, 8),
    of(({ cpu, requests }) => (cpu.all / requests) * 1e6, 0, 9),
    of(({ memory }) => memory.server, 0, 8),
    of(({ memory }) => memory.database, 0, 12),
    `  ${kept}`,
  ];
  console.log(cells.join(""));
  await recordFigures([
    {
      name: `${name}, ${connections} connections`,
      unit: "/s",
      value: median(quiet.map((round) => round.requests / round.seconds)),
      better: "higher",
      ...(lane === asking && connections === 32 ? { target: 5_000 } : {}),
    },
  ]);
}

function run(connections: number, lane: Lane, duration: number): Promise<Measured> {
  let place = 0;
  const next = () => ids[(place += STEP) % ids.length] ?? "";
  const began = performance.now();
  const isOver = () => performance.now() - began > duration * 1_000;
  return measure(platform, (took) =>
    onConnections(platform, connections, (exchange) => lane(exchange, next, isOver, took)),
  );
}
