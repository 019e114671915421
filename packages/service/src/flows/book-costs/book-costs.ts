import { Decimal } from "@counterfoil/engine";
import {
  claimCostMonths,
  currentUsageSequence,
  lockCostTail,
  noteCostMonths,
  settleCostMonths,
  unbookedCosts,
  type UnbookedCostRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, transact, type Work } from "../../context.ts";
import { recordEffects, type RecordedEffect } from "../../journal/index.ts";

/** The number of months of accounts that one transaction books. */
const MONTHS = 200;

/**
 * Writes the costs of ended days to the journal, as the difference to what it has: so repeating it changes nothing, and
 * late, voided and amended events are booked like others. Several workers can run it at the same time. Returns whether
 * there is more to do.
 */
export async function bookCosts(context: Context): Promise<boolean> {
  await transact(context, noteMonths);
  return transact(context, bookMonths);
}

/** Finds the months of accounts whose costs changed since the last time. */
async function noteMonths({ tx }: Work): Promise<void> {
  const after = await lockCostTail(tx);
  const through = await currentUsageSequence(tx);
  if (BigInt(through) > BigInt(after)) await noteCostMonths(tx, after, through);
}

async function bookMonths(work: Work): Promise<boolean> {
  const months = await claimCostMonths(work.tx, work.clock.now(), MONTHS);
  if (months.length === 0) return false;
  await recordEffects(work, (await unbookedCosts(work.tx, months)).map(toEffect));
  await settleCostMonths(work.tx, months);
  return months.length === MONTHS;
}

function toEffect({ accountId, currency, day, amount }: UnbookedCostRow): RecordedEffect {
  const effect = {
    kind: "cost_recorded" as const,
    day: Temporal.PlainDate.from(day),
    amount: Decimal.of(amount),
  };
  return { effect, objectId: accountId, invoice: { id: null, accountId, currency } };
}
