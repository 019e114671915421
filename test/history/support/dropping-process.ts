import { setTimeout } from "node:timers/promises";
import { dropMonths } from "@counterfoil/service";
import { openDatabase, openHistory } from "@counterfoil/storage";
import { copierContext } from "@counterfoil/testkit/clickhouse";

// Drops months until it is killed: `dropping-process.ts <PostgreSQL> <ClickHouse>`.

const [appUrl = "", clickHouseUrl = ""] = process.argv.slice(2);
const history = openHistory({ url: clickHouseUrl });
const database = openDatabase(appUrl, { history });
console.log("dropping");
for (;;) {
  const contextOf = (organizationId: string) => copierContext(database, organizationId);
  await dropMonths({ database, history, contextOf }).catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error);
  });
  await setTimeout(5);
}
