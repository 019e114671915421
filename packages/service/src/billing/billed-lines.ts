import { type BilledLine, Decimal, isUsageSlot } from "@counterfoil/engine";
import { type BilledLineRow, type BilledLinesQuestion, findBilledLines, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Planned } from "./decide-invoices.ts";

/** Reads what was billed before, as far as it can matter to the plans: one question for all of them. */
export async function readBilledLines(
  tx: Tx,
  planned: readonly Planned[],
): Promise<(step: Planned, priceId: string) => readonly BilledLine[]> {
  const position = new Map(planned.map((step, index) => [step, index]));
  const rows = await findBilledLines(
    tx,
    planned.flatMap((step, index) => questionsOf(step, index)),
  );
  const linesOf = Map.groupBy(rows, (row) => row.key);
  return (step, priceId) => (linesOf.get(`${position.get(step)} ${priceId}`) ?? []).map(toBilledLine);
}

/**
 * Asked where something is to be credited, where usage may have been billed in parts or is corrected, where a date may
 * have been billed before, and where a line may stay charged in the place of a slot; else there is nothing to know.
 */
function questionsOf({ one, plan }: Planned, index: number): BilledLinesQuestion[] {
  const slots = plan.slots.filter(
    (slot) =>
      one.isBilledAgain ||
      (isUsageSlot(slot) && (slot.kind === "correction" || !slot.countsFrom.equals(slot.service.start))),
  );
  const unless = plan.slots.flatMap(({ price, ...slot }) =>
    slot.kind === "recurring"
      ? slot.unless.map(({ on }) => ({ priceId: price.id, start: on, end: slot.service.end }))
      : [],
  );
  const spans = [
    ...unless,
    ...plan.credits.map((due) => ({ priceId: due.price.id, start: due.unused.start, end: due.unused.end })),
    ...slots.map((slot) => ({
      priceId: slot.price.id,
      start: isUsageSlot(slot) ? slot.countsFrom : slot.service.start,
      end: slot.service.end,
    })),
  ];
  return spans.map(({ priceId, start, end }) => ({
    key: `${index} ${priceId}`,
    subscriptionId: one.loaded.subscription.id,
    priceId,
    start: start.toString(),
    end: end.toString(),
    exceptInvoiceId: one.draftId,
  }));
}

/** A stored line as billing knows it. */
export function toBilledLine(row: BilledLineRow): BilledLine {
  const service = { start: Temporal.PlainDate.from(row.periodStart), end: Temporal.PlainDate.from(row.periodEnd) };
  const { kind, priceId, versionId, usageGroup } = row;
  return {
    lineId: row.id,
    kind,
    priceId,
    versionId,
    usageGroup,
    service,
    quantity: Decimal.of(row.quantity),
    amount: Decimal.of(row.amount),
  };
}
