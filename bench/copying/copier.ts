import { setTimeout } from "node:timers/promises";
import { copyHistory, prepareHistory } from "@counterfoil/service";
import { historyOfAll, openDatabase, openHistory } from "@counterfoil/storage";
import { copierContext } from "@counterfoil/testkit/clickhouse";
import { createRests } from "@counterfoil/worker";

/**
 * `copier.ts <PostgreSQL> <ClickHouse> <organization>` copies the events of an organization to ClickHouse while its parent says so,
 * and all that are left when it asks to finish. It answers how many had been copied before that. As a worker, it looks every two
 * seconds for 10,000 events, and rests while the cores are full.
 */
const [appUrl = "", clickHouseUrl = "", organizationId = ""] = process.argv.slice(2);
const PAUSE_MILLISECONDS = 2_000;
const LEAST_EVENTS = 10_000;

const database = openDatabase(appUrl);
const history = openHistory({ url: clickHouseUrl, silenceMilliseconds: 60_000 });
const context = copierContext(database, organizationId);
const copier = { history, worker: "copier" };
await prepareHistory(context, history);
const rest = createRests((milliseconds) => setTimeout(milliseconds));
let copiedBefore = 0;
let isCopying = false;
process.on("message", (word) => {
  isCopying = word === "copy";
  // Between two turns, so that no turn copies the events of another one.
  if (word === "finish") void finish();
});
async function finish(): Promise<void> {
  const copied = Number((await historyOfAll(database)).rowCount);
  await copyHistory(context, copier);
  process.send?.(copied - copiedBefore);
  copiedBefore = Number((await historyOfAll(database)).rowCount);
}
process.on("disconnect", () => process.exit());
process.send?.("ready");
for (;;) {
  await setTimeout(PAUSE_MILLISECONDS);
  if (!isCopying) continue;
  const [waiting] = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_events_to_copy($1, 60)",
    [LEAST_EVENTS],
  );
  if (waiting !== undefined) await copyHistory(context, { ...copier, rest }, () => !isCopying);
}
