import { type DatePeriod, daysBetween, overlap } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Contract } from "./contract.ts";
import type { InvoiceLineDraft, InvoiceLineKind } from "./invoice-line-draft.ts";
import type { CreditDue } from "./plan-billing.ts";
import { share } from "./rate-slot.ts";

/** A line as it was billed, frozen. */
export interface BilledLine {
  readonly kind: InvoiceLineKind;
  readonly service: DatePeriod;
  readonly amount: Decimal;
}

/**
 * Gives back what was paid in advance for days that are no longer served: of each billed line the share of its unused days,
 * so never more than the line (R-SUB-5). What was credited before is not credited again.
 */
export function creditLines(
  contract: Contract,
  { price, versionId, unused }: CreditDue,
  billed: readonly BilledLine[],
): InvoiceLineDraft[] {
  return billed.flatMap((line) => {
    if (line.kind !== "recurring") return [];
    const service = overlap(line.service, unused.start, unused.end);
    if (service === undefined || isCredited(service, billed)) return [];
    const proration = {
      days: daysBetween(service.start, service.end),
      of: daysBetween(line.service.start, line.service.end),
    };
    const amount = share(line.amount, proration, contract.currency).negate();
    return [
      {
        kind: "credit",
        priceId: price.id,
        productId: price.productId,
        versionId,
        adjustmentId: null,
        description: `Unused ${price.name}`,
        groupName: price.groupName,
        service,
        quantity: Decimal.one,
        unitPrice: null,
        unitLabel: null,
        amount,
        proration,
        explanation: { steps: [], notes: [], exactAmount: line.amount.negate(), conversionRate: null, usage: null },
      },
    ];
  });
}

function isCredited(service: DatePeriod, billed: readonly BilledLine[]): boolean {
  return billed.some(
    (line) => line.kind === "credit" && overlap(line.service, service.start, service.end) !== undefined,
  );
}
