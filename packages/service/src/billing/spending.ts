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
import type { Planned } from "./billing-case.ts";

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
    const sumOf = (lines: readonly SpreadSpend[], member: "amount" | "left") =>
      Decimal.sum(lines.map((line) => partOf(step.one.loaded.contract, due, { ...line, amount: line[member] })));
    const left = () => {
      const own = Decimal.of(answer?.ownLeft ?? "0");
      const { accounts, others } = accountsOf(spread);
      const ofAccounts = accounts.map((lines) => Decimal.max(sumOf(lines, "left"), Decimal.zero));
      const charged = Decimal.sum([Decimal.of(answer?.chargedLeft ?? "0"), ...ofAccounts, sumOf(others, "left"), own]);
      return { own, charged };
    };
    return {
      spent: Decimal.of(answer?.spent ?? "0").plus(sumOf(spread, "amount")),
      adjusted: Decimal.of(answer?.adjusted ?? "0"),
      oneOffs: Decimal.of(answer?.oneOffs ?? "0"),
      ...(answer?.isNoted === true ? { left: left() } : {}),
    };
  };
}

/**
 * Lines that charge with their credits. Notes are spread over all days of a line, also over those that a credit had given back before: of
 * these nothing is left, and not less.
 */
function accountsOf(lines: readonly SpreadSpend[]): { accounts: SpreadSpend[][]; others: readonly SpreadSpend[] } {
  const charges = lines
    .filter(({ kind }) => kind === "recurring")
    .map((charge) => ({ charge, credits: [] as SpreadSpend[] }));
  const others = lines.filter((line) => {
    if (line.kind === "recurring") return false;
    const account = charges.findLast(({ charge }) => line.kind === "credit" && isCreditOf(line, charge));
    account?.credits.push(line);
    return account === undefined;
  });
  return { accounts: charges.map(({ charge, credits }) => [charge, ...credits]), others };
}

function isCreditOf(credit: SpreadSpend, charge: SpreadSpend): boolean {
  const isOfPrice = credit.priceId === charge.priceId && credit.versionId === charge.versionId;
  return isOfPrice && charge.start <= credit.start && credit.end <= charge.end;
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
