import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import { roundToMinorUnit } from "../money/money.ts";
import { apportion, roundTo } from "./apportion.ts";
import type { AppliedTax } from "./tax-rate.ts";
import type { Treatment } from "./tax-terms.ts";

/** A part of a line's amount with the taxes that it is under. Most lines are one part. */
export interface LinePart {
  readonly amount: Decimal;
  readonly taxes: Treatment;
}

/** One tax of an invoice, computed on the sum of what is under it (EN 16931). */
export interface InvoiceTax extends AppliedTax {
  /** The taxable amount, without tax. */
  readonly base: Decimal;
  readonly amount: Decimal;
}

/** A part of a line, with its share of each of its taxes: `index` counts in the invoice's list. */
export interface TaxedPart {
  readonly amount: Decimal;
  readonly taxes: readonly { readonly index: number; readonly base: Decimal; readonly amount: Decimal }[];
}

export interface TaxedLines {
  readonly taxes: readonly InvoiceTax[];
  /** For each line its parts, in the order in which the lines were given. */
  readonly lines: readonly (readonly TaxedPart[])[];
  /** Of all lines, without the tax that inclusive ones hold. */
  readonly subtotal: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
}

/** A part while its taxes are made: `net` is its amount without the tax that it holds. */
interface OpenPart extends LinePart {
  net: Decimal;
  readonly shares: { index: number; base: Decimal; amount: Decimal }[];
}

/** A tax while it is made, with its share of each part: those of inclusive taxes are there from the start. */
interface OpenTax {
  readonly tax: AppliedTax;
  readonly parts: OpenPart[];
  readonly held: [part: OpenPart, share: Decimal][];
}

/**
 * The taxes of lines. Each rate is computed once on the sum of the rounded lines under it and rounded half away from zero; its
 * shares of the lines sum to it, and each is within a minor unit of the tax of its line: what a charge and a credit of one invoice
 * nearly cancel is not shared by what is left. Of inclusive amounts the tax is taken out, so that the gross stands: net = gross − tax.
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

/** Parts under the same taxes: what they hold is taken out of their sum, and each bears its share. */
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

/** The tax with its amount; writes its shares to the parts. */
function close({ tax, parts, held: inside }: OpenTax, index: number, currency: string): InvoiceTax {
  const base = Decimal.sum(parts.map(({ net }) => net));
  const onTopOf = (amount: Decimal) => amount.times(tax.percentage).times(HUNDREDTH);
  const onTop = roundToMinorUnit(onTopOf(base), currency);
  const shares = isHeld(tax) ? inside : roundTo(onTop, parts, ({ net }) => onTopOf(net), minorUnits(currency));
  for (const [part, amount] of shares) part.shares.push({ index, base: part.net, amount });
  return { ...tax, base, amount: Decimal.sum(shares.map(([, amount]) => amount)) };
}

/** The shares in the order of the part's own taxes: what is given back later bears the same set, wherever it stands on its invoice. */
function inOwnOrder({ taxes, shares }: OpenPart, keys: readonly string[]): TaxedPart["taxes"] {
  return taxes.flatMap((tax) => shares.filter(({ index }) => keys[index] === taxesKey([tax])));
}

/** What a gross amount holds: gross × rate ÷ (100 + rate), rounded once. */
function held(gross: Decimal, rate: Decimal, currency: string): Decimal {
  return gross.times(rate).dividedBy(rate.plus(HUNDRED), minorUnits(currency), "half_away_from_zero");
}

const HUNDRED = Decimal.ofInteger(100);
/** Places of a quotient that is rounded to minor units afterwards. */
const EXACT_PLACES = 20;
const HUNDREDTH = Decimal.of("0.01");

/** Whether amounts hold the tax: one of nothing is in no amount. */
export function isHeld({ inclusive, percentage }: AppliedTax): boolean {
  return inclusive && !percentage.isZero();
}

/** The same text for the same taxes. */
export function taxesKey(taxes: Treatment): string {
  return JSON.stringify(
    taxes.map(({ taxRateId, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region }) => [
      [taxRateId, name, percentage.toCanonical(), categoryCode, reasonCode, reason, inclusive, country, region],
    ]),
  );
}
