import {
  type AdjustmentDue,
  type Contract,
  countedShare,
  Decimal,
  type InvoiceLineDraft,
  possibleAdjustments,
  sharedAmount,
  type SpentBefore,
} from "@counterfoil/engine";
import { billedSpend, type SpendQuestion, type SpreadSpend, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
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
    const spread = answer?.spread ?? [];
    const sumOf = (whole: string | undefined, member: "amount" | "left") =>
      Decimal.sum([
        Decimal.of(whole ?? "0"),
        ...spread.map((line) => partOf(step.one.loaded.contract, due, { ...line, amount: line[member] })),
      ]);
    const own = Decimal.of(answer?.ownLeft ?? "0");
    return {
      spent: sumOf(answer?.spent, "amount"),
      adjusted: Decimal.of(answer?.adjusted ?? "0"),
      oneOffs: Decimal.of(answer?.oneOffs ?? "0"),
      ...(answer?.isNoted === true ? { left: { own, charged: sumOf(answer.chargedLeft, "left").plus(own) } } : {}),
    };
  };
}

/** What a limit's period counts of a line that serves others too. */
function partOf(contract: Contract, { source, period }: AdjustmentDue, line: SpreadSpend): Decimal {
  const countable = {
    countedOn: Temporal.PlainDate.from(line.countedOn),
    countedInterval: line.interval,
    service: { start: Temporal.PlainDate.from(line.start), end: Temporal.PlainDate.from(line.end) },
  };
  const share = countedShare(contract, source.interval, countable, period);
  if (share === undefined) return Decimal.zero;
  return sharedAmount(Decimal.of(line.amount), share === "whole" ? null : share, contract.currency);
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
    priceIds: pricesOf(scope),
    adjustmentId: id,
    rank: due.rank,
    interval: due.kind === "discount" ? null : due.source.interval,
    start: due.period.start.toString(),
    end: due.period.end.toString(),
    exceptInvoiceId: one.draftId,
  };
}

/** Null: all. */
function pricesOf(scope: AdjustmentDue["source"]["scope"]): readonly string[] | null {
  if (scope.kind === "price") return [scope.priceId];
  return scope.kind === "version" ? scope.priceIds : null;
}

function keyOf(index: number | undefined, due: AdjustmentDue): string {
  return `${index} ${due.source.id} ${due.period.start}`;
}
