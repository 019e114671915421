import { rebuildHistory } from "@counterfoil/service";
import type { Command } from "../command.ts";
import { historyOptions, NEEDS_HISTORY, onHistory } from "../history/on-history.ts";

export const historyRebuild: Command = {
  description: [
    "Deletes the copy in ClickHouse and lets workers copy everything again from PostgreSQL: for a new ClickHouse server,",
    "or one that lost its data. The platform can keep running: readings use PostgreSQL for what is not copied.",
    NEEDS_HISTORY,
  ].join("\n"),
  example: "history rebuild",
  options: historyOptions,
  run: (invocation) =>
    onHistory(invocation, "history rebuild", async (history, contexts) => {
      await rebuildHistory(contexts, history, { isAll: invocation.text("organization") === undefined });
      console.log(`${contexts.length} organizations are copied again by the workers.`);
      return 0;
    }),
};
