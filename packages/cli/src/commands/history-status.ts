import { historyStanding, prepareHistory } from "@counterfoil/service";
import type { Command } from "../command.ts";
import { historyOptions, NEEDS_HISTORY, onHistory } from "../history/on-history.ts";

export const historyStatus: Command = {
  description: [
    "Prints for each organization how many rows are copied, up to which sequence and when, and why copying stopped.",
    "Exits with 1 if copying stopped for one of them, or if ClickHouse cannot be used.",
    NEEDS_HISTORY,
  ].join("\n"),
  example: "history status",
  options: historyOptions,
  run: (invocation) =>
    onHistory(invocation, "history status", async (history, contexts) => {
      let stopped = 0;
      for (const context of contexts) {
        const standing = await historyStanding(context);
        if (standing === undefined) {
          console.log(`${context.organizationId}  nothing copied yet`);
          continue;
        }
        const { rowCount, throughSequence, copiedAt, failure, isDistrusted } = standing;
        const when = copiedAt === null ? "" : `, last at ${copiedAt}`;
        console.log(`${context.organizationId}  ${rowCount} rows through sequence ${throughSequence}${when}`);
        if (failure === null) continue;
        stopped += 1;
        console.log(`  stopped: ${failure}`);
        if (isDistrusted) console.log("  readings use PostgreSQL alone");
        console.log("  repair it with: counterfoil history repair");
      }
      await prepareHistory(contexts[0] ?? raise(), history);
      console.log(`ClickHouse at ${history.name} answers.`);
      return stopped === 0 ? 0 : 1;
    }),
};

function raise(): never {
  throw new Error("there is at least one organization");
}
