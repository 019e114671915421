import { setTimeout } from "node:timers/promises";
import { copyHistory } from "@counterfoil/service";
import { openDatabase, openHistory } from "@counterfoil/storage";
import { copierContext } from "@counterfoil/testkit/clickhouse";

/** Copies the events of one organization until it is killed. Arguments: PostgreSQL's URL, ClickHouse's, the organization. */
const [postgres = "", clickHouse = "", organizationId = ""] = process.argv.slice(2);
const history = openHistory({ url: clickHouse, silenceMilliseconds: 2_000 });
const database = openDatabase(postgres, { history });
const context = copierContext(database, organizationId);
console.log("copying");
for (;;) {
  const copier = { history, worker: String(process.pid), eventsAtOnce: 40, claimSeconds: 0.2 };
  await copyHistory(context, copier).catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error);
  });
  await setTimeout(5);
}
