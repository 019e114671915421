/**
 * A day of mixed load in ten minutes: batches and single events at a fixed pace, usage reads, entitlement checks, a client
 * of the live tail, sign-ups that the worker bills, a new metric, and a flood beyond capacity. Writes a picture and a
 * summary into bench/results. Linux.
 * `npm run bench -- load [minutes] [events a second by day]`
 */
import { setTimeout as pause } from "node:timers/promises";
import { runClients, runNewMetric, runProbe, runSignUps } from "./load/clients.ts";
import { beginDay, type Day } from "./load/day.ts";
import { runFlood } from "./load/run-flood.ts";
import { createProbe } from "./load/probe.ts";
import { Recorder } from "./load/record.ts";
import { writeReport } from "./load/report.ts";
import { openClient } from "./load/sender.ts";
import { openTail } from "./load/tail.ts";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { recordFigures } from "./platform/figures.ts";
import { memoryMebibytes } from "./platform/cores.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases } from "./platform/event-load.ts";
import { measure } from "./platform/measure.ts";
import { planWithEntitlements } from "./platform/sell-entitlements.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [minutes = 10, eventsPerSecond = 6_000] = process.argv.slice(2).map(Number);
const TAILED = "job";

const platform = await startPlatform();
const accountIds = [...(await createAccounts(platform, [...accountAliases, "probe"])).values()];
const metricIds = await createMetrics(platform, metrics);
const sell = await planWithEntitlements(platform);
for (const id of accountIds) await sell(id);
// Other metrics read all events, which is not what the fixed pace measures.
const read = metrics.filter(({ aggregation: { method } }) => ["count", "sum", "max"].includes(method));

const recorder = new Recorder();
const client = await openClient(platform, recorder, 2);
const probe = createProbe(client, `/metrics/${metricIds.get("API calls")}/usage?account=probe`);
const tail = await openTail(platform, TAILED);
const [invoicesBefore] = await counts("invoice");
const day = beginDay(minutes);
let [signUps, newMetric] = [0, { at: 0, seconds: 0 }];
const { foreignShare } = await measure(platform, async () => {
  const clients = runClients(platform, day, recorder, {
    eventsPerSecond,
    accountIds,
    metricIds: read.map(({ name }) => metricIds.get(name) ?? ""),
  });
  [signUps, newMetric] = await Promise.all([
    runSignUps(platform, day, sell),
    runNewMetric(platform, day),
    clients,
    runFlood(platform, day, recorder),
    runProbe(day, probe),
    runSampling(day),
  ]);
});
const [storedRows = 0, tellable = 0] = await counts("usage_event", "named_usage_event where event_name = 'job'");
// A slow reader of the tail receives events later.
for (let waited = 0; tail.told < tellable && waited < 600; waited += 1) await pause(100);
const [invoices = 0] = await counts("invoice");
client.close();
tail.close();
await recordFigures(
  (["batch", "single", "read", "check"] as const).map((kind) => ({
    name: `By day, ${kind}, p50`,
    unit: " ms",
    value: recorder.latencyOf("day")[kind].p50 ?? 0,
    better: "lower" as const,
  })),
);
const report = await writeReport(day, recorder, {
  version: platform.version,
  eventsPerSecond,
  foreignShare,
  storedRows,
  signUps,
  newMetric,
  probed: probe.sent,
  misses: probe.misses,
  told: tail.told,
  tellable,
  invoices: invoices - (invoicesBefore ?? 0),
});
await platform.stop();
console.log(report);

/** Records each second until the day is over. */
async function runSampling(of: Day): Promise<void> {
  for (let at = 1; at <= of.seconds; at += 1) {
    await pause(Math.max(0, (at - of.now()) * 1_000));
    const phase = of.phase().name;
    const [serverMemory, databaseMemory] = [
      await memoryMebibytes(platform.serverPid),
      await memoryMebibytes(platform.databasePid),
    ];
    recorder.endSecond({ at: of.now(), phase, serverMemory, databaseMemory });
  }
}

async function counts(...what: readonly string[]): Promise<number[]> {
  const all: number[] = [];
  for (const each of what) {
    const { rows } = await platform.owner.query<{ count: string }>(`select count(*) from ${each}`);
    all.push(Number(rows[0]?.count));
  }
  return all;
}
