import {
  deleteOldTotals,
  foldIncrements,
  type RebuildingStep,
  rebuildTotals,
  refreshStaleTotals,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";

/**
 * Makes the totals of an organization's usage complete: rebuilds those of metrics that were made or changed after their events,
 * adds up anew what a correction made stale, and removes what is left of earlier definitions. Step by step, each
 * in a transaction of its own, while events go on being stored; any number of workers may do it at once.
 */
export async function makeTotals(
  context: Context,
  onStep: (step: RebuildingStep) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const step = await transact(context, ({ tx, clock }) => rebuildTotals(tx, clock.now()));
    if (step === undefined) break;
    onStep(step);
  }
  while (await transact(context, ({ tx }) => refreshStaleTotals(tx)));
  while ((await transact(context, ({ tx }) => deleteOldTotals(tx))) > 0);
}

/** Takes into the totals what batches of events added to them, where it is worth it by now. */
export async function foldTotals(context: Context): Promise<void> {
  while (await transact(context, ({ tx }) => foldIncrements(tx)));
}
