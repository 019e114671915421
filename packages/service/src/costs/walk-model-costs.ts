import {
  claimModelCostBackfill,
  currentUsageSequence,
  fillUncosted,
  type ModelCostBackfillRow,
  priceUncosted,
  removeUnpricedModels,
  saveModelCostBackfill,
  sequenceAfter,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { audit } from "../record.ts";
import { toModelCostBackfill, withFound } from "./model-cost-backfill.ts";

/** The next step of the running backfill of costs of model calls. Returns whether there was one. */
export async function walkModelCosts(work: Work, events: number): Promise<boolean> {
  const { tx } = work;
  const backfill = await claimModelCostBackfill(tx);
  if (backfill === undefined) return false;
  // Events that are stored later are priced when they are stored.
  const end = backfill.through ?? (await currentUsageSequence(tx));
  const after = backfill.readThrough ?? "0";
  const through = await sequenceAfter(tx, BigInt(after), BigInt(end), events);
  const range = { eventName: backfill.eventName, from: backfill.fromAt, after, through: through.toString() };
  const now = work.clock.now();
  const found = backfill.mode === "preview" ? await priceUncosted(tx, range) : await fillUncosted(tx, range, now);
  const isDone = through >= BigInt(end);
  const next: ModelCostBackfillRow = {
    ...backfill,
    ...withFound(backfill, found),
    readThrough: through.toString(),
    through: end,
    status: isDone ? "done" : "running",
    updatedAt: now,
    finishedAt: isDone ? now : null,
  };
  await saveModelCostBackfill(tx, next);
  if (isDone && next.mode === "apply") await finish(work, next);
  return true;
}

/** Models whose events have their costs need no attention any more, and neither do those of closed months. */
async function finish(work: Work, backfill: ModelCostBackfillRow): Promise<void> {
  await removeUnpricedModels(work.tx, backfill.createdAt, backfill.unpriced);
  await audit(work, {
    action: "model_cost_backfill.done",
    objectId: backfill.id,
    after: toModelCostBackfill(backfill),
  });
}
