import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import { roundToMinorUnit } from "../money/money.ts";
import { apportion, roundTo } from "./apportion.ts";
import type { AppliedTax } from "./tax-rate.ts";
import type { Treatment } from "./tax-terms.ts";

/** A part of a line's amount with its taxes. Most lines have one part. */
export interface LinePart {
  readonly amount: Decimal;
  readonly taxes: Treatment;
}

/** One tax of an invoice, computed on the sum of the amounts under it (EN 16931). */
export interface InvoiceTax extends AppliedTax {
  /** The taxable amount, without tax. */
  readonly base: Decimal;
  readonly amount: Decimal;
}

/** A part of a line, with its share of each of its taxes. `index` is the position in the invoice's list of taxes. */
export interface TaxedPart {
  readonly amount: Decimal;
  readonly taxes: readonly { readonly index: number; readonly base: Decimal; readonly amount: Decimal }[];
}

export interface TaxedLines {
  readonly taxes: readonly InvoiceTax[];
  /** The parts of each line, in the order of the given lines. */
  readonly lines: readonly (readonly TaxedPart[])[];
  /** The sum of all lines, without included tax. */
  readonly subtotal: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
}

/** A part while its taxes are computed. `net` is its amount without included tax. */
interface OpenPart extends LinePart {
  net: Decimal;
  readonly shares: { index: number; base: Decimal; amount: Decimal }[];
}

/** A tax while it is computed, with its share of each part. Shares of inclusive taxes are known from the start. */
interface OpenTax {
  readonly tax: AppliedTax;
  readonly parts: OpenPart[];
  readonly held: [part: OpenPart, share: Decimal][];
}

/**
 * The taxes of lines. Each rate is computed once on the sum of the rounded lines under it, and rounded half away from
 * zero. Its shares of the lines sum to it, and each share is within a minor unit of the tax of its line: a charge and a
 * credit that nearly cancel on one invoice still get their own tax, not multiples of the small remainder. For inclusive
 * amounts the tax is taken out of the gross amount, which does not change: net = gross − tax.
 */
export function taxLines(lines: readonly (readonly LinePart[])[], currency: string): TaxedLines {
  const open = lines.map((parts) => parts.map((part): OpenPart => ({ ...part, net: part.amount, shares: [] })));
  const all = open.flat();
  const found = new Map<string, OpenTax>();
  for (const group of Map.groupBy(all, ({ taxes }) => taxesKey(taxes)).values()) collect(group, found, currency);
  const taxes = [...found.values()].map((one, index) => close(one, index, currency));
  const keys = [...found.keys()];
  const subtotal = Decimal.sum(all.map(({ net }) => net));
  const tax = Decimal.sum(taxes.map(({ amount }) => amount));
  return {
    taxes,
    lines: open.map((parts) => parts.map((part) => ({ amount: part.amount, taxes: inOwnOrder(part, keys) }))),
    subtotal,
    tax,
    total: subtotal.plus(tax),
  };
}

/** Parts with the same taxes: included tax is taken out of their sum, and each part gets its share. */
function collect(group: readonly OpenPart[], found: Map<string, OpenTax>, currency: string): void {
  const scale = minorUnits(currency);
  const taxes = group.slice(0, 1).flatMap((part) => part.taxes);
  const opened = taxes.map((tax): OpenTax => {
    const one = found.get(taxesKey([tax])) ?? { tax, parts: [], held: [] };
    found.set(taxesKey([tax]), one);
    one.parts.push(...group);
    return one;
  });
  const inclusive = opened.filter(({ tax }) => isHeld(tax));
  const rate = Decimal.sum(inclusive.map(({ tax }) => tax.percentage));
  const whole = held(Decimal.sum(group.map(({ amount }) => amount)), rate, currency);
  for (const [one, amount] of apportion(whole, inclusive, ({ tax }) => tax.percentage, scale)) {
    const heldBy = (part: OpenPart) =>
      part.amount.times(one.tax.percentage).dividedBy(rate.plus(HUNDRED), EXACT_PLACES, "floor");
    for (const [part, share] of roundTo(amount, group, heldBy, scale)) {
      part.net = part.net.minus(share);
      one.held.push([part, share]);
    }
  }
}

/** The tax with its amount. Writes its shares to the parts. */
function close({ tax, parts, held: inside }: OpenTax, index: number, currency: string): InvoiceTax {
  const base = Decimal.sum(parts.map(({ net }) => net));
  const onTopOf = (amount: Decimal) => amount.times(tax.percentage).times(HUNDREDTH);
  const onTop = roundToMinorUnit(onTopOf(base), currency);
  const shares = isHeld(tax) ? inside : roundTo(onTop, parts, ({ net }) => onTopOf(net), minorUnits(currency));
  for (const [part, amount] of shares) part.shares.push({ index, base: part.net, amount });
  return { ...tax, base, amount: Decimal.sum(shares.map(([, amount]) => amount)) };
}

/**
 * The shares in the order of the part's own taxes, so that a later credit has the same set of taxes in any position on
 * its invoice.
 */
function inOwnOrder({ taxes, shares }: OpenPart, keys: readonly string[]): TaxedPart["taxes"] {
  return taxes.flatMap((tax) => shares.filter(({ index }) => keys[index] === taxesKey([tax])));
}

/** The tax that a gross amount includes: gross × rate ÷ (100 + rate), rounded once. */
function held(gross: Decimal, rate: Decimal, currency: string): Decimal {
  return gross.times(rate).dividedBy(rate.plus(HUNDRED), minorUnits(currency), "half_away_from_zero");
}

const HUNDRED = Decimal.ofInteger(100);
/** Decimals of a quotient that is rounded to minor units afterwards. */
const EXACT_PLACES = 20;
const HUNDREDTH = Decimal.of("0.01");

/** Whether amounts include the tax. A tax of 0% is never included. */
export function isHeld({ inclusive, percentage }: AppliedTax): boolean {
  return inclusive && !percentage.isZero();
}

/** The same taxes have the same key. */
export function taxesKey(taxes: Treatment): string {
  return JSON.stringify(
    taxes.map(({ taxRateId, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region }) => [
      [taxRateId, name, percentage.toCanonical(), categoryCode, reasonCode, reason, inclusive, country, region],
    ]),
  );
}
