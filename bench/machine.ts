/**
 * What one machine costs: memory and CPU of the server with its worker and of PostgreSQL, idle and at several paces of
 * usage events and reads. Feeds docs/sizing.md. Linux. `npm run bench -- machine [seconds per load]`
 */
import { setTimeout as pause } from "node:timers/promises";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases, createLoad, loadShape } from "./platform/event-load.ts";
import { recordFigures } from "./platform/figures.ts";
import { type Exchange, openExchange } from "./platform/exchange.ts";
import { type Measured, measure } from "./platform/measure.ts";
import { startPlatform } from "./platform/start-platform.ts";

/** Requests at a fixed pace. */
interface Load {
  readonly name: string;
  readonly requestsPerSecond: number;
  send(exchange: Exchange): Promise<unknown>;
}

const [seconds = 30] = process.argv.slice(2).map(Number);
const CONNECTIONS = 64;

const platform = await startPlatform();
const ids = [...(await createAccounts(platform, accountAliases)).values()];
await createMetrics(platform, metrics);
const take = createLoad("machine", Date.now);
let place = 0;

const events = (perRequest: number, requestsPerSecond: number): Load => ({
  name: `${(perRequest * requestsPerSecond).toLocaleString("en")} events/s in batches of ${perRequest}`,
  requestsPerSecond,
  send: (exchange) => exchange.post("/events?detail=counts", JSON.stringify({ events: take(perRequest) })),
});
const loads: readonly Load[] = [
  { name: "idle", requestsPerSecond: 0, send: () => Promise.resolve() },
  {
    name: "50 reads/s of accounts",
    requestsPerSecond: 50,
    send: (exchange) => exchange.get(`/accounts/${ids[(place += 37) % ids.length]}`),
  },
  events(1, 100),
  events(100, 10),
  events(500, 10),
  events(500, 20),
];

console.log(
  `PostgreSQL ${platform.version}, durable commits; server with worker, client and database on the same cores`,
);
console.log(`load: ${seconds} s each at a fixed pace on ${CONNECTIONS} connections; ${loadShape}`);
console.log("CPU in percent of one core; the share of the cores that other programs used is in the last column\n");
console.log(
  "                                        CPU, server   PostgreSQL   MiB, server   PostgreSQL   median ms   p99 ms   others",
);
try {
  for (const load of loads) {
    const measured = await run(load);
    print(load, measured);
    const { cpu, memory, seconds: long } = measured;
    await recordFigures([
      {
        name: `${load.name}, CPU of both`,
        unit: " % of a core",
        value: ((cpu.server + cpu.database) / long) * 100,
        better: "lower",
      },
      { name: `${load.name}, memory of both`, unit: " MiB", value: memory.server + memory.database, better: "lower" },
    ]);
  }
} finally {
  await platform.stop();
}

async function run(load: Load): Promise<Measured> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openExchange(platform)));
  const measured = await measure(platform, async (took) => {
    if (load.requestsPerSecond === 0) return pause(seconds * 1_000);
    const end = performance.now() + seconds * 1_000;
    const running = new Set<Promise<void>>();
    for (let dueAt = performance.now(); dueAt < end; dueAt += 1_000 / load.requestsPerSecond) {
      await pause(Math.max(0, dueAt - performance.now()));
      const exchange = free.pop();
      if (exchange === undefined) throw new Error(`${load.name}: the platform does not keep up with the pace`);
      const one = sendOne(load, exchange, took).finally(() => {
        running.delete(one);
        free.push(exchange);
      });
      running.add(one);
    }
    await Promise.all(running);
  });
  for (const exchange of free) exchange.close();
  return measured;
}

async function sendOne(load: Load, exchange: Exchange, took: number[]): Promise<void> {
  const began = performance.now();
  await load.send(exchange);
  took.push(performance.now() - began);
}

function print({ name }: Load, { seconds: long, cpu, memory, p50, p99, foreignShare }: Measured): void {
  const cells = [
    name.padEnd(40),
    `${((cpu.server / long) * 100).toFixed(1)}%`.padStart(11),
    `${((cpu.database / long) * 100).toFixed(1)}%`.padStart(13),
    memory.server.toFixed(0).padStart(14),
    memory.database.toFixed(0).padStart(13),
    p50.toFixed(1).padStart(12),
    p99.toFixed(1).padStart(9),
    `${(foreignShare * 100).toFixed(0)}%`.padStart(9),
  ];
  console.log(cells.join(""));
}
