import { insertReachedThresholds } from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import type { Work } from "../context.ts";
import { notifyAll } from "../record.ts";
import { type Reached, thresholdKey } from "./judge-usage.ts";

/**
 * Reports new thresholds in the transaction that records them, so that neither another worker nor a restarted one
 * reports them twice (R-HOOK-2). Call it once a transaction: the order in which it writes rows prevents deadlocks
 * between workers.
 */
export async function tellThresholds(work: Work, reached: readonly Reached[]): Promise<void> {
  const fresh = await insertReachedThresholds(work.tx, reached);
  const isFresh = new Set(fresh.map((row) => thresholdKey(row, row.threshold)));
  const told = reached.filter((one) => isFresh.has(thresholdKey(one, one.threshold)));
  for (const [at, together] of Map.groupBy(told, (one) => one.reachedAt)) {
    const happened = together.map((one) => {
      return { type: "usage.threshold_reached", objectId: one.alertId, data: one.told } as const;
    });
    await notifyAll({ ...work, clock: fixedClock(at) }, happened);
  }
}
