import type { Temporal } from "temporal-polyfill";
import { type DatePeriod, isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";
import { type Contract, type ContractDiscount, isInScope, type Scope } from "./contract.ts";
import type { InvoiceLineDraft, InvoiceLineKind } from "./invoice-line-draft.ts";
import type { ThresholdDue } from "./plan-billing.ts";
import { share } from "./rate-slot.ts";

const HUNDREDTH = Decimal.of("0.01");

/**
 * What a discount takes off the lines so far: one visible line for each service period it touches (R-SUB-8). An amount is
 * taken once for a period and never more than the period costs.
 */
export function discountLines(
  contract: Contract,
  discount: ContractDiscount,
  lines: readonly InvoiceLineDraft[],
  discountedBefore: (discount: ContractDiscount, service: DatePeriod) => Decimal,
): InvoiceLineDraft[] {
  const discounted = lines.filter(
    (line) => isInScope(discount.scope, line.priceId) && startsWithin(line.service, discount.startsOn, discount.endsOn),
  );
  return [...Map.groupBy(discounted, (line) => `${line.service.start}/${line.service.end}`).values()].flatMap(
    (group) => {
      const [first] = group;
      const base = Decimal.sum(group.map((line) => line.amount));
      if (first === undefined) return [];
      // A credit takes its share of a percentage back; an amount is only ever taken off what is charged, and what an earlier
      // invoice took off for the period, with its advance, is gone.
      const exact =
        discount.type === "percentage"
          ? base.times(discount.value).times(HUNDREDTH)
          : Decimal.max(
              Decimal.zero,
              Decimal.min(discount.value.minus(discountedBefore(discount, first.service)), base),
            );
      if (exact.isZero()) return [];
      const amount = roundToMinorUnit(exact, contract.currency).negate();
      const description = discount.type === "percentage" ? `Discount ${discount.value.toCanonical()} %` : "Discount";
      return [adjustment("discount", discount, description, first.service, amount, exact.negate())];
    },
  );
}

/**
 * The true-up to a minimum or the cut to a maximum of what a period costs, or undefined when the limit is kept.
 * `billedBefore` is what earlier invoices charged for the same period and scope.
 */
export function thresholdLine(
  contract: Contract,
  due: ThresholdDue,
  billedBefore: Decimal,
  lines: readonly InvoiceLineDraft[],
): InvoiceLineDraft | undefined {
  const { threshold, period, proration } = due;
  const counted = lines.filter(
    (line) => isInScope(threshold.scope, line.priceId) && startsWithin(line.service, period.start, period.end),
  );
  const spent = Decimal.sum([billedBefore, ...counted.map((line) => line.amount)]);
  const limit = share(threshold.value, proration, contract.currency);
  const gap = limit.minus(spent);
  if (threshold.type === "min") {
    if (!gap.isPositive()) return undefined;
    return { ...adjustment("minimum", threshold, "True-up to minimum spend", period, gap, gap), proration };
  }
  if (!gap.isNegative()) return undefined;
  return { ...adjustment("maximum", threshold, "Reduction to maximum spend", period, gap, gap), proration };
}

function adjustment(
  kind: InvoiceLineKind,
  source: { readonly id: string; readonly scope: Scope },
  description: string,
  service: DatePeriod,
  amount: Decimal,
  exactAmount: Decimal,
): InvoiceLineDraft {
  return {
    kind,
    priceId: source.scope.kind === "price" ? source.scope.priceId : null,
    productId: null,
    versionId: null,
    adjustmentId: source.id,
    description,
    groupName: null,
    service,
    quantity: Decimal.one,
    unitPrice: null,
    unitLabel: null,
    amount,
    proration: null,
    explanation: { steps: [], notes: [], exactAmount, conversionRate: null, usage: null },
  };
}

function startsWithin(period: DatePeriod, start: Temporal.PlainDate, end: Temporal.PlainDate | null): boolean {
  return !isBefore(period.start, start) && (end === null || isBefore(period.start, end));
}
