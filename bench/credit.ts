/**
 * Checks and holds of 100 prepaid accounts that also have entitlements: credit checks with the same estimate and with random ones, holds
 * with settlement in two calls and in one, entitlement checks, settling and reserving. Then the available credit of an account with a
 * million events in its billing period.
 * Each load runs for 15 s before it is measured. Targets at 32 connections on two cores: 8,000 checks/s of either kind and 150 µs of
 * CPU in the server and PostgreSQL; 2,500 holds with settlement/s; settling and reserving at p99 under 40 ms; reading under 3 ms. Linux.
 * `npm run bench -- credit [rounds] [seconds per round] [events of the busy account]`
 */
import {
  asking,
  checkingCredit,
  checkingRandomCredit,
  holdingAndSettling,
  type Lane,
  readingCredit,
  settlingAndHolding,
  settlingAndReserving,
} from "./platform/check-lanes.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases } from "./platform/event-load.ts";
import { onConnections } from "./platform/exchange.ts";
import { type Figure, recordFigures } from "./platform/figures.ts";
import { type Measured, measure } from "./platform/measure.ts";
import { median } from "./platform/median.ts";
import { quietRounds } from "./platform/quiet-rounds.ts";
import { sellEntitlements } from "./platform/sell-entitlements.ts";
import { sellPrepaid, useTokens } from "./platform/sell-prepaid.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [rounds = 5, seconds = 4, busyEvents = 1_000_000] = process.argv.slice(2).map(Number);
const ACCOUNTS = 100;
const STEP = 37;
/** The billing period began so many days ago. */
const DAYS = 25;
const FEW_EVENTS = 1_000;
const CONNECTIONS = 32;
/** V8 compiles what is used often within the first seconds. A server runs for days. */
const WARM_SECONDS = 15;

/** What a lane should reach: calls a second, or milliseconds. */
interface Goal {
  readonly of: "rate" | "p50" | "p99";
  readonly target: number;
}

interface Load {
  readonly connections: number;
  readonly lane: Lane;
  /** The account of the next call. */
  readonly next: () => string;
  readonly goal: Goal;
}

const platform = await startPlatform();
const ids = [...(await createAccounts(platform, accountAliases.slice(0, ACCOUNTS))).values()];
const since = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, "2026-01-01".length);
await sellPrepaid(platform, ids, since);
await sellEntitlements(platform, ids);
const [busy = "", single = ""] = ids;
for (const id of ids.slice(1)) await useTokens(platform, id, FEW_EVENTS, Date.parse(since));

console.log(
  `PostgreSQL ${platform.version}, durable commits; server with worker, client and database on the same cores`,
);
console.log(
  `load: ${ids.length} accounts in a full cycle of step ${STEP}, each with a price of three tiers, a grant, an entitlement and ` +
    `${FEW_EVENTS.toLocaleString("en")} events in a period that began ${DAYS} days ago`,
);
console.log("hold and settle are two calls; its figures are those of one call, half of them holds\n");
console.log(
  "                                                                               CPU µs of a call        rounds",
);
console.log(
  "                               connections    calls/s  median ms   p99 ms  server  PostgreSQL  client    kept",
);
const cycle = () => {
  let place = 0;
  return () => ids[(place += STEP) % ids.length] ?? "";
};
const rate = (target: number): Goal => ({ of: "rate", target });
const all = { connections: CONNECTIONS, next: cycle() };
await report("credit check", { ...all, lane: checkingCredit, goal: rate(8_000) });
await report("credit check, random estimates", { ...all, lane: checkingRandomCredit, goal: rate(8_000) });
await report("hold and settle", { ...all, lane: holdingAndSettling, goal: rate(5_000) });
await report("settle and hold in one call", { ...all, lane: settlingAndHolding, goal: rate(2_500) });
await report("entitlement check", { ...all, lane: asking, goal: rate(8_000) });
await report("settle and reserve", { ...all, lane: settlingAndReserving, goal: { of: "p99", target: 40 } });
const one = { connections: CONNECTIONS, next: () => single };
await report("credit check, one account", { ...one, lane: checkingCredit, goal: rate(8_000) });
await report("hold and settle, one account", { ...one, lane: holdingAndSettling, goal: rate(5_000) });
await useTokens(platform, busy, busyEvents, Date.parse(since));
const reading = { connections: 1, lane: readingCredit, goal: { of: "p50", target: 3 } } as const;
await report(`read, ${FEW_EVENTS.toLocaleString("en")} events`, { ...reading, next: () => single });
await report(`read, ${busyEvents.toLocaleString("en")} events`, { ...reading, next: () => busy });
await platform.stop();

async function report(name: string, load: Load): Promise<void> {
  const { connections, goal } = load;
  await run(load, Math.min(WARM_SECONDS, seconds * 4));
  // So that the database has statistics, as it soon would by itself.
  await platform.owner.query("analyze");
  const { rounds: quiet, kept } = await quietRounds(rounds, () => run(load, seconds));
  const of = (figure: (round: Measured) => number, digits: number, width: number) =>
    median(quiet.map(figure)).toFixed(digits).padStart(width);
  const cells = [
    name.padEnd(31),
    String(connections).padStart(11),
    of((round) => round.requests / round.seconds, 0, 11),
    of(({ p50 }) => p50, 2, 11),
    of(({ p99 }) => p99, 2, 9),
    of(({ cpu, requests }) => (cpu.server / requests) * 1e6, 0, 8),
    of(({ cpu, requests }) => (cpu.database / requests) * 1e6, 0, 12),
    of(({ cpu, requests }) => ((cpu.all - cpu.server - cpu.database) / requests) * 1e6, 0, 8),
    `    ${kept}`,
  ];
  console.log(cells.join(""));
  await recordFigures([toFigure(name, goal, quiet)]);
}

function toFigure(name: string, { of, target }: Goal, quiet: readonly Measured[]): Figure {
  if (of !== "rate") {
    const value = median(quiet.map((round) => round[of]));
    return { name: `${name}, ${of}`, unit: " ms", value, better: "lower", target };
  }
  const value = median(quiet.map(({ requests, seconds: duration }) => requests / duration));
  return { name, unit: "/s", value, better: "higher", target };
}

function run({ connections, lane, next }: Load, duration: number): Promise<Measured> {
  const began = performance.now();
  const isOver = () => performance.now() - began > duration * 1_000;
  return measure(platform, (took) =>
    onConnections(platform, connections, (exchange) => lane(exchange, next, isOver, took)),
  );
}
