/**
 * The start of a server and what it costs while it runs: the first start with demo data in a new folder, the second start,
 * CPU of a server that no one uses, and its memory at the end of a load of events and reads, and half a minute later. Linux.
 * `npm run bench -- start [rounds] [idle seconds] [load seconds]`
 */
import { setTimeout as pause } from "node:timers/promises";
import { coreTime, memoryOfProcess } from "./platform/cores.ts";
import { type Exchange, openExchange } from "./platform/exchange.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { type StartedServer, startInFolder, withFolder } from "./platform/started-server.ts";

const [rounds = 3, idleSeconds = 60, loadSeconds = 30] = process.argv.slice(2).map(Number);
/** What a start leaves to do: filling caches of the database, and the process that draws documents, which ends. */
const SETTLE_MILLISECONDS = 75_000;
/** An idle server returns the memory of garbage within 20 s. */
const REST_MILLISECONDS = 30_000;
const CONNECTIONS = 16;
const EVENTS_OF_A_REQUEST = 100;
const READ_PATHS = ["/invoices?limit=100", "/accounts?limit=50", "/subscriptions?limit=50", "/notifications?limit=100"];

interface Figures {
  readonly first: number;
  readonly firstServer: number;
  readonly firstDatabase: number;
  readonly second: number;
  readonly secondServer: number;
  readonly idleServer: number;
  readonly idleDatabase: number;
  readonly idleMemory: number;
  readonly loadedMemory: number;
  readonly restingMemory: number;
}

/** With the target, if there is one. */
const columns: readonly (readonly [key: keyof Figures, name: string, unit: string, target?: number])[] = [
  ["first", "First start with demo data", "s", 12],
  ["firstServer", "  CPU of the server, first start", "s"],
  ["firstDatabase", "  CPU of PostgreSQL, first start", "s"],
  ["second", "Second start", "s", 2],
  ["secondServer", "  CPU of the server, second start", "s"],
  ["idleServer", "Idle: CPU of the server", "% of a core", 0.5],
  ["idleDatabase", "Idle: CPU of PostgreSQL", "% of a core"],
  ["idleMemory", "Memory of the idle server", "MiB"],
  ["loadedMemory", "Memory of the server at the end of a load", "MiB"],
  ["restingMemory", "Memory of the server 30 s later", "MiB", 250],
];

console.log(
  `load: ${loadSeconds} s of batches of ${EVENTS_OF_A_REQUEST} events and of lists, ${CONNECTIONS} connections`,
);
const all: Figures[] = [];
for (let round = 1; round <= rounds; round += 1) {
  all.push(await measureRound());
  console.log(`\nround ${round} of ${rounds}`);
  print(all.slice(-1));
}
console.log("\nmedians");
print(all);
await recordFigures(
  columns.map(([key, name, unit, target]) => ({
    name: name.trim(),
    unit: ` ${unit}`,
    value: median(all.map((one) => one[key])),
    better: "lower" as const,
    ...(target === undefined ? {} : { target }),
  })),
);

function print(figures: readonly Figures[]): void {
  for (const [key, name, unit] of columns) {
    console.log(
      `${name.padEnd(36)} ${median(figures.map((one) => one[key]))
        .toFixed(2)
        .padStart(8)} ${unit}`,
    );
  }
}

function measureRound(): Promise<Figures> {
  return withFolder(async (folder) => {
    const first = await startInFolder(folder);
    const firstTime = await cpuOf(first);
    await first.stop();
    const second = await startInFolder(folder);
    try {
      const secondTime = await cpuOf(second);
      await pause(SETTLE_MILLISECONDS);
      const idle = await measureIdle(second);
      const idleMemory = await memoryOfProcess(second.pid);
      await sendLoad(second);
      const loadedMemory = await memoryOfProcess(second.pid);
      await pause(REST_MILLISECONDS);
      return {
        first: first.seconds,
        firstServer: firstTime.server,
        firstDatabase: firstTime.database,
        second: second.seconds,
        secondServer: secondTime.server,
        ...idle,
        idleMemory,
        loadedMemory,
        restingMemory: await memoryOfProcess(second.pid),
      };
    } finally {
      await second.stop();
    }
  });
}

/** CPU seconds since the start. The server is PostgreSQL's parent. */
async function cpuOf({ pid, databasePid }: StartedServer): Promise<{ server: number; database: number }> {
  const time = await coreTime();
  const database = time.of(databasePid);
  return { server: time.of(pid) - database, database };
}

async function measureIdle(server: StartedServer): Promise<Pick<Figures, "idleServer" | "idleDatabase">> {
  const before = await cpuOf(server);
  await pause(idleSeconds * 1_000);
  const after = await cpuOf(server);
  return {
    idleServer: ((after.server - before.server) / idleSeconds) * 100,
    idleDatabase: ((after.database - before.database) / idleSeconds) * 100,
  };
}

/** Writes and reads as fast as the server answers. */
async function sendLoad(server: StartedServer): Promise<void> {
  const until = performance.now() + loadSeconds * 1_000;
  const exchanges = await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => openWithOwnKey(server, place)));
  await Promise.all(exchanges.map((exchange, place) => sendUntil(until, exchange, place)));
  for (const exchange of exchanges) exchange.close();
}

/** The number of requests a second is limited for each key. */
async function openWithOwnKey(server: StartedServer, place: number): Promise<Exchange> {
  const answer = await fetch(`${server.url}/api-keys`, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: `load ${place}`, scopes: ["read", "write", "ingest"] }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`no key: ${answer.status}`);
  return openExchange({ url: server.url, token });
}

async function sendUntil(until: number, exchange: Exchange, place: number): Promise<void> {
  for (let turn = 0; performance.now() < until; turn += 1) {
    if (place % 2 === 0) await exchange.get(READ_PATHS[turn % READ_PATHS.length] ?? "/accounts");
    else await exchange.post("/events?detail=counts", JSON.stringify({ events: eventsOf(`${place}-${turn}`) }));
  }
}

function eventsOf(batch: string): object[] {
  const timestamp = new Date().toISOString();
  return Array.from({ length: EVENTS_OF_A_REQUEST }, (_, index) => ({
    uniqueId: `bench-${process.pid}-${batch}-${index}`,
    account: "harborline-logistics",
    eventName: "api.requests",
    properties: { calls: 1 + index, milliseconds: 40, region: "eu-west" },
    timestamp,
  }));
}
