/**
 * Invoices per second: 20,000 subscriptions are due at one instant, each with five lines (two in advance, three of usage),
 * and one process bills and issues them, with one million and with twenty million stored events. Targets: at least 1,000
 * invoices/s, both rates within noise of each other, constant memory.
 * `npm run bench -- billing [subscriptions] [millions of events] [millions of events] …`
 */
import { type BillingPlatform, startBillingPlatform } from "./platform/billing-platform.ts";
import { makeDueSubscriptions } from "./platform/due-subscriptions.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";

const [subscriptions = 20_000, ...given] = process.argv.slice(2).map(Number);
const millions = given.length === 0 ? [1, 20] : given;
const USAGE_PER_ACCOUNT = 30;

console.log(
  `${subscriptions} subscriptions due at once, five lines each, ${USAGE_PER_ACCOUNT} events of each account in the period;`,
);
console.log("the other stored events lie in the accounts' earlier months. One process, two lanes, durable commits.\n");
console.log(
  "events stored   seconds   invoices/s   lines/s   RSS at 25 %   50 %   75 %   100 %   slowest claim   kB an invoice",
);

for (const million of millions) {
  const platform = await startBillingPlatform();
  const due = await makeDueSubscriptions(platform, {
    subscriptions,
    events: million * 1_000_000,
    usagePerAccount: USAGE_PER_ACCOUNT,
  });
  const memory: number[] = [];
  const claims: number[] = [];
  const bytesBefore = await databaseBytes(platform);
  let last = performance.now();
  const start = last;
  await due.run((issued) => {
    const now = performance.now();
    claims.push(now - last);
    last = now;
    const quarter = Math.floor((issued / subscriptions) * 4);
    if (quarter > memory.length) memory.push(Math.round(process.memoryUsage().rss / 1_048_576));
  });
  const seconds = (performance.now() - start) / 1_000;
  const { invoices, lines } = await due.count();
  const columns = [
    `${million} million`.padEnd(14),
    seconds.toFixed(1).padStart(9),
    (invoices / seconds).toFixed(0).padStart(13),
    (lines / seconds).toFixed(0).padStart(10),
    `${memory.map((megabytes) => `${megabytes} MB`.padStart(9)).join("")}`,
    `${(Math.max(...claims) / 1_000).toFixed(2)} s (median ${(median(claims) / 1_000).toFixed(2)} s)`.padStart(26),
    (((await databaseBytes(platform)) - bytesBefore) / invoices / 1_000).toFixed(1).padStart(16),
  ];
  console.log(columns.join(""));
  await recordFigures([
    {
      name: `Invoices, ${million} million events`,
      unit: "/s",
      value: invoices / seconds,
      better: "higher",
      target: 1_000,
    },
    { name: `Memory at the end, ${million} million events`, unit: " MiB", value: memory.at(-1) ?? 0, better: "lower" },
  ]);
  await platform.stop();
}

async function databaseBytes({ owner }: Pick<BillingPlatform, "owner">): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(rows[0]?.bytes);
}
