import { verifyHistory } from "@counterfoil/service";
import type { Command } from "../command.ts";
import { historyOptions, NEEDS_HISTORY, onHistory } from "../history/on-history.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

export const historyVerify: Command = {
  description: [
    "Compares every copied block in ClickHouse with PostgreSQL: the number of its rows and the sum of their hashes. If",
    "one differs, readings of that organization use PostgreSQL alone until it is repaired, and the command exits with 1.",
    NEEDS_HISTORY,
  ].join("\n"),
  example: "history verify --organization Acme",
  options: historyOptions,
  run: (invocation) =>
    onHistory(invocation, "history verify", async (history, contexts) => {
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      let differing = 0;
      for (const context of contexts) {
        const verified = await steps.run(context.organizationId, async ({ tell }) => {
          const done = await verifyHistory(context, history, (blocks) => tell(`${blocks} blocks`));
          return { ...done, said: `${done.blocks} blocks, ${done.rows} rows, ${done.differing.length} differ` };
        });
        for (const { after, through, difference } of verified.differing) {
          console.log(`${context.organizationId} (${after}, ${through}] ${difference}`);
        }
        differing += verified.differing.length;
      }
      console.log(
        differing === 0
          ? "Every copied block matches PostgreSQL."
          : `${differing} blocks differ. Repair them with: counterfoil history repair`,
      );
      return differing === 0 ? 0 : 1;
    }),
};
