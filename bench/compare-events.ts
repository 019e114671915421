/**
 * Usage events of this checkout and of another one, in turns on one machine: CPU per event, rates and latency of batches of 1,000
 * and of single events. Both platforms run at the same time, and only one of them works. Linux.
 * `npm run bench -- compare-events <folder of the other checkout> [rounds] [events of a turn]`
 */
import { join, resolve } from "node:path";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases, clockOfABillion } from "./platform/event-load.ts";
import { overHttp, type Way } from "./platform/event-turns.ts";
import type { Measured } from "./platform/measure.ts";
import { median } from "./platform/median.ts";
import type { startPlatform } from "./platform/start-platform.ts";

const [other, rounds = "5", events = "60000"] = process.argv.slice(2);
if (other === undefined) {
  console.error("Name the folder of the checkout to compare with: npm run bench -- compare-events ../before");
  process.exit(2);
}
const eventsOfATurn = Number(events);

const before = await prepare("before", resolve(other));
const after = await prepare("after", join(import.meta.dirname, ".."));

/** The turns of one way in one checkout. */
interface Side {
  readonly name: string;
  readonly ways: readonly Way[];
  readonly turns: Map<string, Measured[]>;
  stop(): Promise<void>;
}

async function prepare(name: string, folder: string): Promise<Side> {
  const module = (await import(join(folder, "bench/platform/start-platform.ts"))) as {
    startPlatform: typeof startPlatform;
  };
  const platform = await module.startPlatform();
  await createAccounts(platform, accountAliases);
  await createMetrics(platform, metrics);
  const clock = clockOfABillion();
  const ways = [
    overHttp(platform, clock, { name: "batches of 1,000", perRequest: 1_000, connections: 16 }),
    overHttp(platform, clock, { name: "single events", perRequest: 1, connections: 256 }),
  ];
  // Warms up, and gives the database statistics.
  for (const way of ways) await way.turn(eventsOfATurn / 2);
  await platform.owner.query("analyze");
  return { name, ways, turns: new Map(), stop: () => platform.stop() };
}

for (let round = 0; round < Number(rounds); round += 1) {
  const sides = round % 2 === 0 ? [before, after] : [after, before];
  for (const index of before.ways.keys()) {
    for (const { ways, turns } of sides) {
      const way = ways[index];
      if (way === undefined) continue;
      turns.set(way.name, [...(turns.get(way.name) ?? []), await way.turn(eventsOfATurn)]);
    }
  }
}
console.log(
  "                                           events/s   p50 ms   p99 ms   µs server   µs PostgreSQL   other programs",
);
for (const { name: way } of before.ways) {
  for (const { name, turns } of [before, after]) {
    const of = (figure: (turn: Measured) => number) => median((turns.get(way) ?? []).map(figure));
    const micros = (figure: (turn: Measured) => number) => ((of(figure) * 1e6) / eventsOfATurn).toFixed(1);
    console.log(
      `${way.padEnd(20)}${name.padEnd(20)}` +
        of(({ seconds }) => eventsOfATurn / seconds)
          .toFixed(0)
          .padStart(11) +
        of(({ p50 }) => p50)
          .toFixed(1)
          .padStart(9) +
        of(({ p99 }) => p99)
          .toFixed(1)
          .padStart(9) +
        micros(({ cpu }) => cpu.server).padStart(12) +
        micros(({ cpu }) => cpu.database).padStart(16) +
        `${(of(({ foreignShare }) => foreignShare) * 100).toFixed(0)} %`.padStart(17),
    );
  }
}
await before.stop();
await after.stop();
