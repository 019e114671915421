import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import { apportion } from "./apportion.ts";
import { type InvoiceTax, isHeld, type LinePart, type TaxedPart, taxesKey, taxLines } from "./tax-lines.ts";
import type { Treatment } from "./tax-terms.ts";

/**
 * A line of an issued invoice, with the amount that credit notes give back of it. Amounts are as the invoice shows
 * them.
 */
export interface CreditedLine {
  readonly amount: Decimal;
  readonly parts: readonly TaxedPart[];
  /** By earlier credit notes and by later invoices. */
  readonly creditedBefore: Decimal;
  /** The amounts that later invoices gave back of it, with their taxes. Missing if they gave nothing back. */
  readonly billedBack?: readonly BilledBackPart[] | undefined;
  /** By this credit note. Together with earlier credits it never exceeds the line. */
  readonly credited: Decimal;
}

/**
 * The amount that later invoices gave back of a line under one set of taxes, with the sign of the line. Amounts are as
 * they were issued.
 */
export interface BilledBackPart {
  readonly amount: Decimal;
  readonly taxes: readonly InvoiceTax[];
}

/**
 * A tax of an issued invoice, with the amount that earlier credit notes gave back of it. Its amount is zero if only
 * later invoices gave it back, because the invoice was billed again under other rates.
 */
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
 * The tax of a partial credit of an invoice (R-INV-8): the tax of the given-back amount, as if it were invoiced alone.
 * If all lines of a tax are now given back completely, it takes everything that credit notes and later invoices left of
 * that tax, so that all of them sum to the invoice: 163.99 in two halves is 82.00 and 81.99. If later invoices gave
 * back under other taxes than the line has, the credit note that gives back the rest of the line settles the
 * difference: of 310.00 + 25% with 160.00 + 20% given back, it gives back 310.00 + 25% and reverses 160.00 + 20%.
 */
export function taxNote(taxes: readonly CreditedTax[], lines: readonly CreditedLine[], currency: string): NoteTaxes {
  const alone = taxLines(
    lines.map((line) => noteParts(line, taxes, minorUnits(currency))),
    currency,
  );
  const isCompleted = lines.every(isWhole);
  const noteTaxes = taxes.map((tax, index): InvoiceTax => {
    const key = taxesKey([tax]);
    const back = lines.flatMap((line) => backUnder(line, key));
    const left = {
      base: tax.base.minus(tax.creditedBefore.base).minus(Decimal.sum(back.map(({ base }) => base))),
      amount: tax.amount.minus(tax.creditedBefore.amount).minus(Decimal.sum(back.map(({ amount }) => amount))),
    };
    const under = lines.filter(({ parts }) => parts.some((part) => isUnder(part, index)));
    const isOwn = under.every((line) => isWhole(line) && otherParts(line, taxes).length === 0);
    if (isCompleted || (under.length > 0 && isOwn)) return { ...tax, ...left };
    const own = alone.taxes.filter((one) => taxesKey([one]) === key);
    const [base, amount] = [Decimal.sum(own.map((one) => one.base)), Decimal.sum(own.map((one) => one.amount))];
    const capped = under.length === 0 ? amount : upTo(amount, left.amount, tax.amount.isNegative());
    return { ...tax, base: isHeld(tax) ? base.plus(amount).minus(capped) : base, amount: capped };
  });
  const tax = Decimal.sum(noteTaxes.map(({ amount }) => amount));
  const inside = Decimal.sum(noteTaxes.filter(isHeld).map(({ amount }) => amount));
  const subtotal = Decimal.sum(lines.map(({ credited }) => credited)).minus(inside);
  return { taxes: noteTaxes, subtotal, tax, total: subtotal.plus(tax) };
}

/** Limits a tax to what is left of it: zero if more than it was given back already. */
function upTo(amount: Decimal, left: Decimal, isNegative: boolean): Decimal {
  return isNegative
    ? Decimal.max(amount, Decimal.min(left, Decimal.zero))
    : Decimal.min(amount, Decimal.max(left, Decimal.zero));
}

/**
 * The amounts that later invoices gave back of a line under other taxes, if this credit note gives back the rest of the
 * line.
 */
export function settledParts(line: CreditedLine, taxes: readonly CreditedTax[]): readonly BilledBackPart[] {
  return isWhole(line) && !line.credited.isZero() ? otherParts(line, taxes) : [];
}

/** The amounts that later invoices gave back of a line under other taxes than the line has. */
function otherParts({ parts, billedBack }: CreditedLine, taxes: readonly CreditedTax[]): readonly BilledBackPart[] {
  const own = new Set(parts.map((part) => setKey(taxes.filter((_, index) => isUnder(part, index)))));
  return billedBack?.filter((part) => !own.has(setKey(part.taxes))) ?? [];
}

function backUnder({ billedBack }: CreditedLine, key: string): readonly InvoiceTax[] {
  return billedBack?.flatMap((part) => part.taxes.filter((tax) => taxesKey([tax]) === key)) ?? [];
}

/** The same taxes have the same key, in any order. */
function setKey(taxes: Treatment): string {
  return taxes
    .map((tax) => taxesKey([tax]))
    .toSorted()
    .join(" ");
}

/** The amounts given back of each part of a line, under the taxes of the part. */
function noteParts(line: CreditedLine, taxes: readonly CreditedTax[], scale: number): LinePart[] {
  const settled = settledParts(line, taxes).map(({ amount, taxes: own }) => ({ amount: amount.negate(), taxes: own }));
  const given = line.credited.minus(Decimal.sum(settled.map(({ amount }) => amount)));
  const parts = apportion(given, line.parts, ({ amount }) => amount, scale).map(([part, amount]) => ({
    amount,
    taxes: taxes.filter((_, index) => isUnder(part, index)),
  }));
  return [...parts, ...settled];
}

function isUnder({ taxes }: TaxedPart, index: number): boolean {
  return taxes.some((share) => share.index === index);
}

function isWhole({ amount, creditedBefore, credited }: CreditedLine): boolean {
  return creditedBefore.plus(credited).equals(amount);
}
