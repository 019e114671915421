import { insertReachedThresholds } from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import type { Work } from "../context.ts";
import { notifyAll } from "../record.ts";
import { type Reached, thresholdKey } from "./judge-usage.ts";

/**
 * Tells of thresholds that nobody told of before, in the transaction that notes it: neither another worker nor one that starts
 * again tells of them twice (R-HOOK-2). Called once a transaction, for the order in which the rows are written keeps
 * workers from deadlocks.
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
