/**
 * Usage events over HTTP with and without copying to ClickHouse at the same time (R-HIST-1), in turns: as fast as they are taken,
 * and at a steady rate, by default 60 % of the fastest. Batches of 500 on 16 connections. API, copier, ClickHouse, PostgreSQL and
 * this client share the cores. Target: taking events loses at most 5 %. Linux.
 * `npm run bench -- copying [turns] [events of a turn] [events a second]`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startClickHouse } from "@counterfoil/testkit/clickhouse";
import { CannotRun } from "./platform/cannot-run.ts";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { coreTime } from "./platform/cores.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases, clockOfABillion, createLoad, loadShape } from "./platform/event-load.ts";
import { openExchange } from "./platform/exchange.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [turns = 8, eventsOfATurn = 200_000, steadyRate] = process.argv.slice(2).map(Number);
const PER_REQUEST = 500;
const CONNECTIONS = 16;
/** A machine for steady events has cores left. */
const STEADY_SHARE = 0.6;

const clickHouse = await startClickHouse().catch((cause: Error) => {
  throw new CannotRun(cause.message, { cause });
});
const platform = await startPlatform("api");
await createAccounts(platform, accountAliases);
await createMetrics(platform, metrics);
const copier = fork(join(import.meta.dirname, "copying/copier.ts"), [
  platform.appUrl,
  clickHouse.url,
  platform.organizationId,
]);
await once(copier, "message");
const next = createLoad("copying", clockOfABillion());
console.log(
  `PostgreSQL ${platform.version}, ClickHouse in a child process; everything on the same cores. Batches of ${PER_REQUEST} on ${CONNECTIONS} connections;\n` +
    `load: ${loadShape}`,
);

interface Turn {
  readonly eventsPerSecond: number;
  readonly milliseconds: number;
  /** CPU of the API and of PostgreSQL for an event, in microseconds. */
  readonly server: number;
  readonly database: number;
  /** Cores that the copier and ClickHouse used. */
  readonly copier: number;
  readonly clickHouse: number;
}

/** Sends all events, at once or spread evenly over the time that a rate gives them. */
async function send(rate: number | null): Promise<Turn> {
  const bodies = Array.from({ length: eventsOfATurn / PER_REQUEST }, () =>
    JSON.stringify({ events: next(PER_REQUEST) }),
  );
  const times: number[] = [];
  let sent = 0;
  const [before, began] = [await coreTime(), performance.now()];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const exchange = await openExchange(platform);
      for (let place = sent++; place < bodies.length; place = sent++) {
        const due = rate === null ? 0 : began + ((place * PER_REQUEST) / rate) * 1_000;
        if (due > performance.now()) await setTimeout(due - performance.now());
        // From when it was due, so that a late turn counts.
        const from = rate === null ? performance.now() : due;
        const answer = await exchange.post("/events?detail=counts", bodies[place] ?? "");
        if (!answer.includes('"failed":0')) throw new Error(`events failed: ${answer}`);
        times.push(performance.now() - from);
      }
      exchange.close();
    }),
  );
  const [seconds, after] = [(performance.now() - began) / 1_000, await coreTime()];
  const of = (...pids: number[]) => after.of(...pids) - before.of(...pids);
  const each = (cpu: number) => (cpu / eventsOfATurn) * 1e6;
  return {
    eventsPerSecond: eventsOfATurn / seconds,
    milliseconds: median(times),
    server: each(of(platform.serverPid)),
    database: each(of(platform.databasePid)),
    copier: of(copier.pid ?? 0) / seconds,
    clickHouse: of(clickHouse.pid) / seconds,
  };
}

/** @returns how many events had been copied before */
async function finishCopying(): Promise<number> {
  copier.send("finish");
  const [copied] = (await once(copier, "message")) as [number];
  return copied;
}

/** @returns the rate without copying */
async function compare(title: string, rate: number | null): Promise<number> {
  const [off, on]: [Turn[], Turn[]] = [[], []];
  const copied: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const isOn of turn % 2 === 0 ? [false, true] : [true, false]) {
      copier.send(isOn ? "copy" : "rest");
      (isOn ? on : off).push(await send(rate));
      const before = await finishCopying();
      if (isOn) copied.push(before / eventsOfATurn);
    }
  }
  const ratio = (of: keyof Turn) => median(on.map((turn, place) => turn[of] / (off[place]?.[of] ?? 1)));
  const at = rate === null ? "" : ` of ${rate} events/s`;
  console.log(`${title}${at}, ${turns} turns of ${eventsOfATurn} events with and without copying, medians`);
  const shown = (some: readonly Turn[]) => (of: keyof Turn) => median(some.map((turn) => turn[of]));
  for (const [name, some] of [
    ["without", off],
    ["with", on],
  ] as const) {
    const of = shown(some);
    console.log(
      `  ${name.padEnd(8)} ${of("eventsPerSecond").toFixed(0)} events/s, a request ${of("milliseconds").toFixed(1)} ms; ` +
        `API ${of("server").toFixed(1)} + PostgreSQL ${of("database").toFixed(1)} µs an event; copier ${of("copier").toFixed(2)} and ClickHouse ${of("clickHouse").toFixed(2)} cores`,
    );
  }
  console.log(
    `  ratio    rate ${ratio("eventsPerSecond").toFixed(3)}, request ${ratio("milliseconds").toFixed(2)}, API ${ratio("server").toFixed(2)}, PostgreSQL ${ratio("database").toFixed(2)}; ${(median(copied) * 100).toFixed(0)} % of the events copied within the turn`,
  );
  await recordFigures([
    {
      name: `Rate of events with copying, of that without, ${title.toLowerCase()}`,
      unit: " %",
      value: ratio("eventsPerSecond") * 100,
      better: "higher",
      target: 95,
    },
  ]);
  return shown(off)("eventsPerSecond");
}

// Warms up.
await send(null);
await finishCopying();
const fastest = await compare("As fast as possible", null);
const steady = steadyRate ?? Math.round((fastest * STEADY_SHARE) / 100) * 100;
await compare("A steady rate", steady);
copier.disconnect();
await platform.stop();
await clickHouse.stop();
