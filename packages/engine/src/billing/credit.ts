import { type DatePeriod, daysBetween, overlap } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { BilledLine } from "./billed-line.ts";
import type { Contract } from "./contract.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { CreditDue } from "./plan-billing.ts";
import type { Proration } from "./proration.ts";
import { share } from "./rate-slot.ts";

/**
 * Gives back what was paid in advance for days that are not served: of each billed line the share of its unused days, and
 * never more than what is left of the line (R-SUB-5). What was credited before is not credited again.
 */
export function creditLines(
  contract: Contract,
  dues: readonly CreditDue[],
  billedLines: (priceId: string) => readonly BilledLine[],
): InvoiceLineDraft[] {
  const credits: InvoiceLineDraft[] = [];
  for (const due of dues) {
    const billed: readonly BilledLine[] = [...billedLines(due.price.id), ...credits];
    for (const line of billed) {
      const unused = line.kind === "recurring" ? overlap(line.service, due.unused.start, due.unused.end) : undefined;
      if (unused === undefined || line.versionId !== due.versionId) continue;
      const earlier = billed.filter((credit) => isCreditOf(credit, line, due));
      if (earlier.some((credit) => overlap(credit.service, unused.start, unused.end) !== undefined)) continue;
      const left = line.amount.plus(Decimal.sum(earlier.map((credit) => credit.amount)));
      const proration = {
        days: daysBetween(unused.start, unused.end),
        of: daysBetween(line.service.start, line.service.end),
      };
      const nearer = line.amount.isNegative() ? Decimal.max : Decimal.min;
      const amount = nearer(share(line.amount, proration, contract.currency), left);
      if (!amount.isZero()) credits.push(creditLine(due, line, unused, proration, amount));
    }
  }
  return credits;
}

function isCreditOf(credit: BilledLine, line: BilledLine, due: CreditDue): boolean {
  return (
    credit.kind === "credit" &&
    credit.priceId === due.price.id &&
    credit.versionId === line.versionId &&
    overlap(credit.service, line.service.start, line.service.end) !== undefined
  );
}

function creditLine(
  { price, versionId }: CreditDue,
  line: BilledLine,
  service: DatePeriod,
  proration: Proration,
  amount: Decimal,
): InvoiceLineDraft {
  return {
    kind: "credit",
    priceId: price.id,
    productId: price.productId,
    versionId,
    adjustmentId: null,
    description: `Unused ${price.name}`,
    groupName: price.groupName,
    usageGroup: null,
    service,
    countedOn: line.service.start,
    quantity: Decimal.one,
    unitPrice: null,
    unitLabel: null,
    amount: amount.negate(),
    proration,
    explanation: {
      steps: [],
      notes: [],
      exactAmount: line.amount.negate(),
      conversionRate: null,
      usage: null,
      billedBefore: null,
    },
  };
}
