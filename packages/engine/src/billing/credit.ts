import { Temporal } from "temporal-polyfill";
import { type DatePeriod, daysBetween, overlap } from "../calendar/interval.ts";
import { compareText } from "../compare-text.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { BilledLine } from "./billed-line.ts";
import type { Contract } from "./contract.ts";
import { countedInterval } from "./counted-share.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { InvoicesLeft } from "./invoices-left.ts";
import { notedAmount } from "./line-account.ts";
import { billedPart, type CreditBasis, unlessZero } from "./line-basis.ts";
import type { CreditDue } from "./plan-billing.ts";
import type { Proration } from "./proration.ts";
import { share } from "./price-amount.ts";

/** A line that was billed in advance, and its days that are not served. */
interface Unused {
  readonly due: CreditDue;
  readonly line: BilledLine;
  readonly days: DatePeriod;
}

/**
 * Gives back the advance for days that are not served: of each billed line the share of its unused days, and never more
 * than is left of the line after earlier credits and credit notes (R-SUB-5). Days that were credited before are not
 * credited again. If less is left of an invoice than of its lines, the earliest days get it first.
 */
export function creditLines(
  contract: Contract,
  dues: readonly CreditDue[],
  billedLines: (priceId: string) => readonly BilledLine[],
  left: InvoicesLeft,
): InvoiceLineDraft[] {
  const credits: InvoiceLineDraft[] = [];
  const unused = dues.flatMap((due) => unusedOf(due, billedLines(due.price.id)));
  for (const { due, line, days } of unused.toSorted(inOrderOfTaking)) {
    const billed: readonly BilledLine[] = [...billedLines(due.price.id), ...credits];
    const earlier = billed.filter((credit) => isCreditOf(credit, line, due));
    if (earlier.some((credit) => overlap(credit.service, days.start, days.end) !== undefined)) continue;
    const most = left.most(line);
    const basis: CreditBasis = {
      kind: "credit",
      of: billedPart(line),
      credited: earlier.map(billedPart),
      ...unlessZero("noted", notedAmount([line, ...earlier])),
      ...(most === undefined ? {} : { most }),
      bearsBilledTaxes: true,
    };
    const proration = {
      days: daysBetween(days.start, days.end),
      of: daysBetween(line.service.start, line.service.end),
    };
    const amount = creditedAmount(basis, proration, contract.currency);
    if (amount.isZero()) continue;
    const takenOff = left.take(line, amount);
    const limited = takenOff.length === 0 ? basis : { ...basis, takenOff };
    credits.push(creditLine(due, { countedOn: line.service.start, service: days, proration, basis: limited, amount }));
  }
  return credits;
}

function unusedOf(due: CreditDue, billed: readonly BilledLine[]): Unused[] {
  return billed.flatMap((line) => {
    if (line.kind !== "recurring" || line.versionId !== due.versionId) return [];
    const days = overlap(line.service, due.unused.start, due.unused.end);
    return days === undefined ? [] : [{ due, line, days }];
  });
}

function inOrderOfTaking(a: Unused, b: Unused): number {
  return Temporal.PlainDate.compare(a.days.start, b.days.start) || compareText(a.due.price.id, b.due.price.id);
}

/**
 * The amount to give back of a line that charged: the share of its unused days, or the remainder of the line if that is
 * less.
 */
export function creditedAmount(
  { of, credited, noted = Decimal.zero, most }: CreditBasis,
  proration: Proration | null,
  currency: string,
): Decimal {
  const left = of.amount.plus(Decimal.sum(credited.map(({ amount }) => amount))).minus(noted);
  const [nearer, further] = of.amount.isNegative() ? [Decimal.max, Decimal.min] : [Decimal.min, Decimal.max];
  const limited = nearer(share(of.amount, proration, currency), left);
  // Earlier releases gave back without considering credit notes, so the remainder can be past zero. Then nothing is
  // given back.
  return further(most === undefined ? limited : nearer(limited, most), Decimal.zero);
}

function isCreditOf(credit: BilledLine, line: BilledLine, due: CreditDue): boolean {
  return (
    credit.kind === "credit" &&
    credit.priceId === due.price.id &&
    credit.versionId === line.versionId &&
    overlap(credit.service, line.service.start, line.service.end) !== undefined
  );
}

interface DecidedCredit {
  readonly countedOn: Temporal.PlainDate;
  readonly service: DatePeriod;
  readonly proration: Proration;
  readonly basis: CreditBasis;
  readonly amount: Decimal;
}

function creditLine(
  { price, versionId }: CreditDue,
  { countedOn, service, proration, basis, amount }: DecidedCredit,
): InvoiceLineDraft {
  return {
    kind: "credit",
    priceId: price.id,
    productId: price.productId,
    versionId,
    adjustmentId: null,
    text: { kind: "unused", item: price.name },
    groupName: price.groupName,
    usageGroup: null,
    service,
    countedOn,
    countedInterval: countedInterval(price),
    quantity: Decimal.one,
    unitPrice: null,
    unitLabel: null,
    amount: amount.negate(),
    proration,
    explanation: {
      steps: [],
      notes: [],
      exactAmount: basis.of.amount.negate(),
      conversionRate: null,
      usage: null,
      billedBefore: null,
      basis,
    },
  };
}
