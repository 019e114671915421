import { type DatePeriod, earlier, later } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Usage } from "../rating/usage.ts";
import { discountLines, thresholdLine } from "./adjust.ts";
import { type BilledLine, creditLines } from "./credit.ts";
import type { Contract, ContractDiscount } from "./contract.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { BillingPlan, Slot, ThresholdDue } from "./plan-billing.ts";
import { rateSlot } from "./rate-slot.ts";

/** What billing has to be told beside the plan. */
export interface BillingInputs {
  /** What was billed for a price before, as far as it can matter to the plan. */
  billedLines(priceId: string): readonly BilledLine[];
  usageOf(slot: Slot): Usage | undefined;
  /** What earlier invoices took off by an amount discount for service that starts in a period; not negative. */
  discountedBefore(discount: ContractDiscount, service: DatePeriod): Decimal;
  /** What earlier invoices charged for the limit's period and scope, adjustments included. */
  billedBefore(due: ThresholdDue): Decimal;
}

export interface InvoiceDraft {
  readonly lines: readonly InvoiceLineDraft[];
  /** From the first day of service on the invoice to the last. */
  readonly period: DatePeriod;
  readonly subtotal: Decimal;
}

function isSame(line: BilledLine, slot: Slot): boolean {
  return line.kind === slot.kind && line.service.start.equals(slot.service.start);
}

/**
 * All lines of a subscription that fall on one billing date, as one invoice (R-INV-4), or undefined when nothing is due.
 * Order per period: lines, price discounts, price minimums, price maximums, then the same of the subscription (R-SUB-8).
 */
export function assembleInvoice(
  contract: Contract,
  plan: BillingPlan,
  inputs: BillingInputs,
): InvoiceDraft | undefined {
  const slots = plan.slots.filter((slot) => !inputs.billedLines(slot.price.id).some((line) => isSame(line, slot)));
  const lines = [
    ...plan.kept,
    ...plan.credits.flatMap((due) => creditLines(contract, due, inputs.billedLines(due.price.id))),
    ...slots.map((slot) => rateSlot(contract, slot, inputs.usageOf(slot))),
  ];
  for (const level of ["price", "subscription"] as const) {
    for (const discount of contract.discounts) {
      if (discount.scope.kind === level) {
        lines.push(
          ...discountLines(contract, discount, lines, (one, service) => inputs.discountedBefore(one, service)),
        );
      }
    }
    for (const type of ["min", "max"] as const) {
      for (const due of plan.thresholds) {
        if (due.threshold.scope.kind !== level || due.threshold.type !== type) continue;
        const line = thresholdLine(contract, due, inputs.billedBefore(due), lines);
        if (line !== undefined) lines.push(line);
      }
    }
  }
  const [first, ...rest] = lines;
  if (first === undefined) return undefined;
  const period = rest.reduce<DatePeriod>(
    (whole, line) => ({ start: earlier(whole.start, line.service.start), end: later(whole.end, line.service.end) }),
    first.service,
  );
  return { lines, period, subtotal: Decimal.sum(lines.map((line) => line.amount)) };
}
