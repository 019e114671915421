/**
 * Entitlement checks of 500 accounts: asking alone, and settling and reserving in one call. Target: 5,000 checks/s at 32
 * connections on two cores. Linux. `npm run bench -- entitlements [rounds] [seconds per round]`
 */
import pg from "pg";
import { type CoreTime, coreTime, residentMebibytes } from "./platform/cores.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases } from "./platform/event-load.ts";
import { type Exchange, openExchange } from "./platform/exchange.ts";
import { median } from "./platform/median.ts";
import { sellEntitlements } from "./platform/sell-entitlements.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number);
const CONNECTIONS = [1, 8, 32];
/** Of two cores' time, what something else may take before a round is thrown out. */
const MOST_FOREIGN_SHARE = 0.1;
const MOST_ATTEMPTS = 3;
const STEP = 37;

const platform = await startPlatform();
const ids = [...(await createAccounts(platform, accountAliases)).values()];
await sellEntitlements(platform, ids);
const owner = new pg.Client({ connectionString: platform.ownerUrl });
await owner.connect();
const pathOf = (place: number): string => `/accounts/${ids[place % ids.length]}/entitlements/tokens/check`;

/** Asks one after the other on a connection, until it is over; answers how long each took, in milliseconds. */
type Lane = (exchange: Exchange, place: () => number, isOver: () => boolean, took: number[]) => Promise<void>;

const asking: Lane = async (exchange, place, isOver, took) => {
  while (!isOver()) {
    const began = performance.now();
    await exchange.post(pathOf(place()), '{"quantity":"1"}');
    took.push(performance.now() - began);
  }
};

/** Each call settles what the one before it on this connection reserved for the same account, and reserves anew. */
const settlingAndReserving: Lane = async (exchange, place, isOver, took) => {
  while (!isOver()) {
    const path = pathOf(place());
    let settle = "";
    for (let call = 0; call < 10 && !isOver(); call += 1) {
      const began = performance.now();
      const answer = await exchange.post(path, `{"quantity":"3","reserve":true${settle}}`);
      took.push(performance.now() - began);
      const id = /"reservationId":"(\w+)"/.exec(answer)?.[1];
      if (id === undefined) throw new Error(`nothing was reserved: ${answer}`);
      settle = `,"settle":{"reservationId":"${id}","quantity":"2"}`;
    }
  }
};

console.log(`PostgreSQL ${platform.version}, durable commits; server, client and database on the same cores`);
console.log(
  `load: POST /accounts/{id}/entitlements/{key}/check over ${ids.length} accounts in a full cycle of step ${STEP}`,
);
console.log("given, measured on such a machine: Autumn 581 checks/s, 124 to 148 durable tracks/s, 3.4 GB of memory\n");
console.log(
  "                        connections   checks/s  median ms   p99 ms  server CPU µs  all CPU µs  memory MiB  rounds",
);
for (const [name, lane] of Object.entries({ asking, "settling and reserving": settlingAndReserving })) {
  for (const connections of CONNECTIONS) await report(name, connections, lane);
}
await owner.end();
await platform.stop();

interface Run {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU for each check: of the server's process, and with database and client. */
  readonly serverCpu: number;
  readonly allCpu: number;
  /** MiB. */
  readonly memory: number;
  readonly foreignShare: number;
}

async function report(name: string, connections: number, lane: Lane): Promise<void> {
  await run(connections, lane, 1.5);
  // The database then knows its tables as it soon would by itself.
  await owner.query("analyze");
  const all: Run[] = [];
  const isQuiet = ({ foreignShare }: Run) => foreignShare <= MOST_FOREIGN_SHARE;
  for (let attempt = 0; attempt < rounds * MOST_ATTEMPTS && all.filter(isQuiet).length < rounds; attempt += 1) {
    all.push(await run(connections, lane, seconds));
  }
  const quiet = all.filter(isQuiet);
  const [leastDisturbed] = all.toSorted((a, b) => a.foreignShare - b.foreignShare);
  const runs = quiet.length > 0 || leastDisturbed === undefined ? quiet : [leastDisturbed];
  const of = (member: keyof Run, digits: number, width: number) =>
    median(runs.map((one) => one[member]))
      .toFixed(digits)
      .padStart(width);
  const figures = `${of("perSecond", 0, 11)}${of("p50", 2, 11)}${of("p99", 2, 9)}${of("serverCpu", 0, 15)}${of("allCpu", 0, 12)}`;
  const share = ((leastDisturbed?.foreignShare ?? 0) * 100).toFixed(0);
  const kept = quiet.length > 0 ? `${quiet.length}` : `none: something else took at least ${share} % of the cores`;
  console.log(`${name.padEnd(24)}${String(connections).padStart(11)}${figures}${of("memory", 0, 12)}  ${kept}`);
}

async function run(connections: number, lane: Lane, duration: number): Promise<Run> {
  const exchanges = await Promise.all(Array.from({ length: connections }, () => openExchange(platform)));
  const took: number[] = [];
  let place = 0;
  const next = () => (place += STEP);
  const [before, began] = [await coreTime(), performance.now()];
  const isOver = () => performance.now() - began > duration * 1_000;
  await Promise.all(exchanges.map((exchange) => lane(exchange, next, isOver, took)));
  const [elapsed, after] = [(performance.now() - began) / 1_000, await coreTime()];
  for (const exchange of exchanges) exchange.close();
  took.sort((a, b) => a - b);
  const spent = (of: (time: CoreTime) => number) => of(after) - of(before);
  const ours = spent((time) => time.ours);
  return {
    perSecond: took.length / elapsed,
    p50: took[Math.floor(took.length * 0.5)] ?? 0,
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
    serverCpu: (spent((time) => time.of(platform.serverPid)) / took.length) * 1e6,
    allCpu: (ours / took.length) * 1e6,
    memory: await residentMebibytes(platform.serverPid),
    foreignShare: Math.max(0, spent((time) => time.all) - ours) / (elapsed * 2),
  };
}
