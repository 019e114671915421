import { dropMonths, type DroppedMonth, HistoryMismatch } from "@counterfoil/service";
import { type Command, CommandError } from "../command.ts";
import { NEEDS_HISTORY, onHistory } from "../history/on-history.ts";
import { dataOption } from "../platform/command-database.ts";
import { keepRetention } from "../platform/keep-retention.ts";

export const historyDrop: Command = {
  description: [
    "Drops months from PostgreSQL whose events are wholly in ClickHouse, and that ended more than COUNTERFOIL_EVENT_HOT_DAYS",
    "days ago. Compares them first. Their IDs stay taken. Workers do the same every ten minutes. The platform can keep running,",
    "and an interrupted drop continues. Prints what other months wait for.",
    NEEDS_HISTORY,
  ].join("\n"),
  example: "history drop",
  options: dataOption,
  run: (invocation) =>
    onHistory(invocation, "history drop", async (history, contexts, { ownerUrl, configuration }) => {
      if (configuration.hotEventDays === null) {
        throw new CommandError("COUNTERFOIL_EVENT_HOT_DAYS is required: after how many days a month is dropped.", 2);
      }
      await keepRetention(ownerUrl, configuration);
      const byId = new Map(contexts.map((context) => [context.organizationId, context]));
      const [first] = contexts;
      if (first === undefined) return 0;
      const contextOf = (organizationId: string) => byId.get(organizationId) ?? { ...first, organizationId };
      const months = await dropMonths({ database: first.database, history, contextOf }).catch((error: unknown) => {
        if (!(error instanceof HistoryMismatch)) throw error;
        throw new CommandError(error.message, 1, { cause: error });
      });
      for (const month of months) console.log(lineOf(month));
      if (months.length === 0) console.log("No month is old enough.");
      return 0;
    }),
};

function lineOf({ month, isDropped, waitsFor }: DroppedMonth): string {
  return isDropped ? `${month}  dropped` : `${month}  waits: ${waitsFor}`;
}
