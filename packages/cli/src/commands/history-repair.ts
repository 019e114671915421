import { prepareHistory, repairHistory } from "@counterfoil/service";
import type { Command } from "../command.ts";
import { historyOptions, NEEDS_HISTORY, onHistory } from "../history/on-history.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

export const historyRepair: Command = {
  description: [
    "Finds the first copied block that differs from PostgreSQL, deletes it and everything after it from ClickHouse, and",
    "lets workers copy it again. If none differs, only what follows the watermark is deleted. The platform can keep",
    "running: readings use PostgreSQL for what is not copied.",
    NEEDS_HISTORY,
  ].join("\n"),
  example: "history repair --organization Acme",
  options: historyOptions,
  run: (invocation) =>
    onHistory(invocation, "history repair", async (history, contexts) => {
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      for (const context of contexts) {
        await steps.run(context.organizationId, async ({ tell }) => {
          await prepareHistory(context, history);
          const { kept, verified } = await repairHistory(context, history, (blocks) => tell(`${blocks} blocks`));
          const found = `${verified.differing.length} of ${verified.blocks} blocks differed`;
          return { said: `${found}; copying continues after sequence ${kept}` };
        });
      }
      return 0;
    }),
};
