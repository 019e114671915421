import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import { apportion } from "./apportion.ts";
import { type InvoiceTax, isHeld, type LinePart, type TaxedPart, taxesKey, taxLines } from "./tax-lines.ts";

/** A line of an issued invoice, with what credit notes give back of it: amounts as the invoice shows them. */
export interface CreditedLine {
  readonly amount: Decimal;
  readonly parts: readonly TaxedPart[];
  /** By the notes before. */
  readonly creditedBefore: Decimal;
  /** By this note; with what was before never more than the line. */
  readonly credited: Decimal;
}

/** A tax of an issued invoice, with what the notes before gave back of it. */
export interface CreditedTax extends InvoiceTax {
  readonly creditedBefore: { readonly base: Decimal; readonly amount: Decimal };
}

export interface NoteTaxes {
  /** In the order of the invoice's taxes. */
  readonly taxes: readonly InvoiceTax[];
  readonly subtotal: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
}

/**
 * The tax of a part of an invoice (R-INV-8): of what is given back, as if it were invoiced alone. A tax whose lines are given
 * back whole by now takes all that is left of it, so that the notes sum to the invoice: 163.99 in two halves is 82.00 and
 * 81.99.
 */
export function taxNote(taxes: readonly CreditedTax[], lines: readonly CreditedLine[], currency: string): NoteTaxes {
  const scale = minorUnits(currency);
  const alone = taxLines(
    lines.map((line) => noteParts(line, taxes, scale)),
    currency,
  );
  const noteTaxes = taxes.map((tax, index): InvoiceTax => {
    const left = {
      base: tax.base.minus(tax.creditedBefore.base),
      amount: tax.amount.minus(tax.creditedBefore.amount),
    };
    const under = lines.filter(({ parts }) => parts.some((part) => isUnder(part, index)));
    if (under.every(isWhole)) return { ...tax, ...left };
    const own = alone.taxes.filter((one) => taxesKey([one]) === taxesKey([tax]));
    const [base, amount] = [Decimal.sum(own.map((one) => one.base)), Decimal.sum(own.map((one) => one.amount))];
    const capped = tax.amount.isNegative() ? Decimal.max(amount, left.amount) : Decimal.min(amount, left.amount);
    return { ...tax, base: isHeld(tax) ? base.plus(amount).minus(capped) : base, amount: capped };
  });
  const tax = Decimal.sum(noteTaxes.map(({ amount }) => amount));
  const inside = Decimal.sum(noteTaxes.filter(isHeld).map(({ amount }) => amount));
  const subtotal = Decimal.sum(lines.map(({ credited }) => credited)).minus(inside);
  return { taxes: noteTaxes, subtotal, tax, total: subtotal.plus(tax) };
}

/** What is given back of each part of a line, under the taxes that the part was under. */
function noteParts({ parts, credited }: CreditedLine, taxes: readonly CreditedTax[], scale: number): LinePart[] {
  return apportion(credited, parts, ({ amount }) => amount, scale).map(([part, amount]) => ({
    amount,
    taxes: taxes.filter((_, index) => isUnder(part, index)),
  }));
}

function isUnder({ taxes }: TaxedPart, index: number): boolean {
  return taxes.some((share) => share.index === index);
}

function isWhole({ amount, creditedBefore, credited }: CreditedLine): boolean {
  return creditedBefore.plus(credited).equals(amount);
}
