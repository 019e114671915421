import {
  type AdjustmentDue,
  Decimal,
  type InvoiceLineDraft,
  possibleAdjustments,
  type SpentBefore,
} from "@counterfoil/engine";
import { billedSpend, type SpendQuestion, type Tx } from "@counterfoil/storage";
import type { Planned } from "./decide-invoices.ts";

/** Reads what earlier invoices hold of the periods that discounts and spend limits look at: one question for all. */
export async function readSpending(
  tx: Tx,
  decided: readonly { readonly step: Planned; readonly lines: readonly InvoiceLineDraft[] }[],
): Promise<(step: Planned, due: AdjustmentDue) => SpentBefore> {
  const position = new Map(decided.map(({ step }, index) => [step, index]));
  const answers = await billedSpend(
    tx,
    decided.flatMap(({ step, lines }, index) =>
      possibleAdjustments(step.one.loaded.contract, step.plan.on, lines)
        .filter(looksBack)
        .map((due) => question(step, due, index)),
    ),
  );
  const answerOf = new Map(answers.map((answer) => [answer.key, answer]));
  return (step, due) => {
    const answer = answerOf.get(keyOf(position.get(step), due));
    return { spent: Decimal.of(answer?.spent ?? "0"), adjusted: Decimal.of(answer?.adjusted ?? "0") };
  };
}

/** A percentage is taken off each line as it comes. */
function looksBack(due: AdjustmentDue): boolean {
  return due.kind !== "discount" || due.source.type !== "percentage";
}

function question({ one }: Planned, due: AdjustmentDue, index: number): SpendQuestion {
  const { scope, id } = due.source;
  return {
    key: keyOf(index, due),
    subscriptionId: one.loaded.subscription.id,
    priceId: scope.kind === "price" ? scope.priceId : null,
    adjustmentId: id,
    rank: due.rank,
    start: due.period.start.toString(),
    end: due.period.end.toString(),
    exceptInvoiceId: one.draftId,
  };
}

function keyOf(index: number | undefined, due: AdjustmentDue): string {
  return `${index} ${due.source.id} ${due.period.start}`;
}
