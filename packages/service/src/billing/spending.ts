import { type AdjustmentDue, type InvoiceLineDraft, possibleAdjustments, type SpentBefore } from "@counterfoil/engine";
import { billedSpend, type SpendQuestion, type Tx } from "@counterfoil/storage";
import type { Planned } from "./billing-case.ts";
import type { ForeseenLines } from "./foreseen-lines.ts";
import { spentBefore } from "./spent-before.ts";

/**
 * Reads what earlier invoices charged in the periods of discounts and spend limits, in one query. Drafts in `foreseen` have
 * their lines of there.
 */
export async function readSpending(
  tx: Tx,
  decided: readonly { readonly step: Planned; readonly lines: readonly InvoiceLineDraft[] }[],
  foreseen: ForeseenLines,
): Promise<(step: Planned, due: AdjustmentDue) => SpentBefore> {
  const position = new Map(decided.map(({ step }, index) => [step, index]));
  const answers = await billedSpend(
    tx,
    decided.flatMap(({ step, lines }, index) =>
      possibleAdjustments(step.one.loaded.contract, step.plan.on, lines)
        .filter(looksBack)
        .map((due) => question(step, due, index)),
    ),
    foreseen,
  );
  const answerOf = new Map(answers.map((answer) => [answer.key, answer]));
  return (step, due) => {
    const answer = answerOf.get(keyOf(position.get(step), due));
    return spentBefore(step.one.loaded.contract, due, answer);
  };
}

/** A percentage discount applies to each line alone, so it needs no earlier invoices. */
function looksBack(due: AdjustmentDue): boolean {
  return due.kind !== "discount" || due.source.type !== "percentage";
}

function question({ one }: Planned, due: AdjustmentDue, index: number): SpendQuestion {
  const { scope, id } = due.source;
  return {
    key: keyOf(index, due),
    subscriptionId: one.loaded.subscription.id,
    priceIds: pricesOf(scope),
    adjustmentId: id,
    rank: due.rank,
    interval: due.kind === "discount" ? null : due.source.interval,
    start: due.period.start.toString(),
    end: due.period.end.toString(),
    exceptInvoiceId: one.draftId,
  };
}

/** Null: all prices. */
function pricesOf(scope: AdjustmentDue["source"]["scope"]): readonly string[] | null {
  if (scope.kind === "price") return [scope.priceId];
  return scope.kind === "version" ? scope.priceIds : null;
}

function keyOf(index: number | undefined, due: AdjustmentDue): string {
  return `${index} ${due.source.id} ${due.period.start}`;
}
