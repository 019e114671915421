import {
  deleteOldTotals,
  foldIncrements,
  HistoryAway,
  type RebuildingStep,
  rebuildTotals,
  refreshStaleTotals,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";

/**
 * Completes the totals of an organization's usage. It rebuilds those of metrics that were created or changed after
 * their events, recalculates those that a correction made stale, and removes the remainder of earlier definitions. Each
 * step has a separate transaction, while events continue to arrive. Several workers can run it at the same time.
 */
export async function makeTotals(
  context: Context,
  onStep: (step: RebuildingStep) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const step = await transact(context, ({ tx, clock }) => rebuildTotals(tx, clock.now())).catch(laterIfAway);
    if (step === undefined) break;
    onStep(step);
  }
  while (await transact(context, ({ tx }) => refreshStaleTotals(tx)));
  while ((await transact(context, ({ tx }) => deleteOldTotals(tx))) > 0);
}

/**
 * Events of dropped months cannot be read now (R-HIST-3). The next round tries again, and the metric is measured from its
 * events meanwhile. The failure of ClickHouse was reported where it happened.
 */
function laterIfAway(error: unknown): undefined {
  if (!(error instanceof HistoryAway)) throw error;
}

/** Adds the pending sums of event batches to the totals, if there are enough of them. */
export async function foldTotals(context: Context): Promise<void> {
  while (await transact(context, ({ tx }) => foldIncrements(tx)));
}
