import { openDatabase } from "../../packages/storage/src/index.ts";
import { billDue } from "../platform/due-subscriptions.ts";

/** A process of a worker that only bills: everything due in the organization of each message. Tells its parent when done. */
const database = openDatabase(process.env["APP_URL"] ?? "");
process.on("message", (organizationId: string) => {
  void billDue(database, organizationId).then(() => process.send?.("done"));
});
// Its connections stay open, so it would outlive its parent.
process.on("disconnect", () => process.exit());
process.send?.("ready");
