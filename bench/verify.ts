/**
 * Verifying the books: one process recomputes invoices of five lines (two in advance, three of usage) from 30 raw events
 * per account and month (R-VER-1), with fewer and with more stored events. Targets: rates within noise of each other,
 * constant memory, no difference.
 * `npm run bench -- verify [subscriptions] [millions of events] [millions of events] …`
 */
import { verifyBooks } from "../packages/service/src/index.ts";
import { startBillingPlatform } from "./platform/billing-platform.ts";
import { recordFigures } from "./platform/figures.ts";
import { makeDueSubscriptions } from "./platform/due-subscriptions.ts";

const [subscriptions = 10_000, ...given] = process.argv.slice(2).map(Number);
const millions = given.length === 0 ? [0.3, 3] : given;
const USAGE_PER_ACCOUNT = 30;

console.log(`${subscriptions} accounts with two invoices each, ${USAGE_PER_ACCOUNT} events of each in the period.\n`);
console.log("events stored   seconds   invoices/s   lines/s   differences   RSS at 25 %   50 %   75 %   100 %");

for (const million of millions) {
  const platform = await startBillingPlatform();
  const load = { subscriptions, events: million * 1_000_000, usagePerAccount: USAGE_PER_ACCOUNT };
  const due = await makeDueSubscriptions(platform, load);
  await due.run(() => undefined);
  const memory: number[] = [];
  const start = performance.now();
  const done = await verifyBooks(due.context, {
    from: null,
    to: null,
    onDifference: () => undefined,
    onProgress: ({ invoices }, total) => {
      const quarter = Math.floor((invoices / total) * 4);
      if (quarter > memory.length) memory.push(Math.round(process.memoryUsage().rss / 1_048_576));
    },
  });
  const seconds = (performance.now() - start) / 1_000;
  const columns = [
    `${million} million`.padEnd(14),
    seconds.toFixed(1).padStart(9),
    (done.invoices / seconds).toFixed(0).padStart(13),
    (done.lines / seconds).toFixed(0).padStart(10),
    String(done.differences).padStart(14),
    memory.map((megabytes) => `${megabytes} MB`.padStart(9)).join(""),
  ];
  console.log(columns.join(""));
  const name = `Invoices verified, ${million} million events`;
  await recordFigures([{ name, unit: "/s", value: done.invoices / seconds, better: "higher" }]);
  await platform.stop();
}
