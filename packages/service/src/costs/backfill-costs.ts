import {
  backfillCosts as addCosts,
  claimCostBackfill,
  currentUsageSequence,
  findMetric,
  noteBackfilled,
  sequenceAfter,
} from "@counterfoil/storage";
import { invariant } from "@counterfoil/engine";
import { type Context, transact, type Work } from "../context.ts";
import { walkModelCosts } from "./walk-model-costs.ts";

/** The number of events that one transaction looks at. Cut-offs wait until it commits. */
const EVENTS = 5_000;

/**
 * Gives events that were stored before a cost price the costs of its metric that they lack, some at a time; then goes on
 * with the running backfill of model costs. Several workers can run it at the same time. Returns whether there is more to do.
 */
export function backfillCosts(context: Context): Promise<boolean> {
  return transact(context, backfillSome);
}

async function backfillSome(work: Work): Promise<boolean> {
  const { tx } = work;
  const price = await claimCostBackfill(tx);
  if (price === undefined) return walkModelCosts(work, EVENTS);
  // Everything that was stored by transactions that did not see the price is before the first cut-off.
  const current = price.backfilledThrough === null ? await currentUsageSequence(tx) : price.backfillThrough;
  invariant(current !== null, "a claimed price has an end");
  const after = price.backfilledThrough ?? "0";
  const through = await sequenceAfter(tx, BigInt(after), BigInt(current), EVENTS);
  const { metricId } = price;
  const metric = await findMetric(tx, metricId);
  invariant(metric !== undefined, "a cost price has its metric");
  const range = { after, through: through.toString() };
  await addCosts(tx, { price, metricId, eventName: metric.eventName, ...range, knownAt: work.clock.now() });
  await noteBackfilled(tx, price.id, through.toString(), through < BigInt(current) ? current : null);
  return true;
}
