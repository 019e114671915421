import { apportion, type BilledBackPart, Decimal, type InvoiceTax, minorUnits, taxesKey } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { type GivenBack, type OtherLine, percentageOf } from "../billing/index.ts";

/**
 * What later invoices gave back of each line of an invoice, under the taxes with which they gave it back, by line ID.
 */
export type BilledBackTaxes = ReadonlyMap<string, readonly BilledBackPart[]>;

/** Computes it from the lines that take back. `taxes` are those of their invoices, by invoice ID. */
export function billedBackParts(
  { currency }: Pick<InvoiceRow, "currency">,
  given: GivenBack,
  taxesOf: ReadonlyMap<string, readonly InvoiceTax[]>,
): BilledBackTaxes {
  const scale = minorUnits(currency);
  const found = new Map<string, BilledBackPart[]>();
  for (const line of given.lines) {
    const percentage = percentageOf(line);
    const parts =
      percentage === undefined
        ? given.othersOf(line.id).flatMap((other) => partsTaken(line, other, taxesOf.get(other.invoiceId) ?? [], scale))
        : percentage.positions
            .flatMap((position) => found.get(given.lines[position]?.id ?? "") ?? [])
            .map((part) => scaled(part, (amount) => percentOf(amount, percentage.value, scale)));
    found.set(line.id, upTo(given.billedBack(line.id), mergedParts(parts), scale));
  }
  return found;
}

/** What another line takes back of this one, as parts of its own amount. For usage, as recorded for the invoice. */
function partsTaken(line: InvoiceLineRow, other: OtherLine, taxes: readonly InvoiceTax[], scale: number) {
  const amount = Decimal.of(other.amount);
  const isRelief = Decimal.of(line.amount).isNegative();
  if (amount.isZero() || amount.isNegative() === isRelief || (isRelief && !other.isLater)) return [];
  const whole = amount.abs();
  const { from, to } = takenRange(line, other, whole);
  const share = (value: Decimal) => {
    const upTo = (end: Decimal) => value.times(end).dividedBy(whole, scale, "half_away_from_zero");
    return upTo(to).minus(upTo(from)).negate();
  };
  return storedParts(other, taxes).map((part) => scaled(part, share));
}

/**
 * A line may take back from several invoices, one after the other. This is the range that it takes of this invoice, or
 * all of it if the line does not say.
 */
function takenRange(
  { invoiceId }: InvoiceLineRow,
  { takes }: OtherLine,
  whole: Decimal,
): { from: Decimal; to: Decimal } {
  if (takes === undefined) return { from: Decimal.zero, to: whole };
  const place = takes.findIndex((take) => take.invoiceId === invoiceId);
  const before = takes.slice(0, Math.max(place, 0)).map(({ amount }) => amount);
  const from = Decimal.sum(before);
  return { from, to: from.plus(takes[place]?.amount ?? Decimal.zero) };
}

/** A line without tax information is one part without taxes. */
function storedParts({ amount, taxes: parts }: InvoiceLineRow, taxes: readonly InvoiceTax[]): BilledBackPart[] {
  if ((parts ?? []).length === 0) return [{ amount: Decimal.of(amount), taxes: [] }];
  return (parts ?? []).map((part) => ({
    amount: Decimal.of(part.amount),
    taxes: part.taxes.flatMap(({ index, base, amount: share }) => {
      const tax = taxes[index];
      return tax === undefined ? [] : [{ ...tax, base: Decimal.of(base), amount: Decimal.of(share) }];
    }),
  }));
}

function scaled({ amount, taxes }: BilledBackPart, share: (amount: Decimal) => Decimal): BilledBackPart {
  return {
    amount: share(amount),
    taxes: taxes.map((tax) => ({ ...tax, base: share(tax.base), amount: share(tax.amount) })),
  };
}

function percentOf(amount: Decimal, percentage: Decimal, scale: number): Decimal {
  return amount.times(percentage).dividedBy(Decimal.ofInteger(-100), scale, "half_away_from_zero");
}

/** One part for each set of taxes. */
function mergedParts(parts: readonly BilledBackPart[]): BilledBackPart[] {
  return [...Map.groupBy(parts, ({ taxes }) => taxesKey(taxes)).values()].flatMap((group) =>
    group.slice(0, 1).map(({ taxes }) => ({
      amount: Decimal.sum(group.map(({ amount }) => amount)),
      taxes: taxes.map((tax, at) => ({
        ...tax,
        base: Decimal.sum(group.map((part) => part.taxes[at]?.base ?? Decimal.zero)),
        amount: Decimal.sum(group.map((part) => part.taxes[at]?.amount ?? Decimal.zero)),
      })),
    })),
  );
}

/**
 * Limits the parts to what was given back of the line, because credit notes may have given back a part of the lines
 * that took it back.
 */
function upTo(billedBack: Decimal, parts: readonly BilledBackPart[], scale: number): BilledBackPart[] {
  const whole = Decimal.sum(parts.map(({ amount }) => amount));
  if (whole.abs().compare(billedBack.abs()) <= 0) return [...parts];
  return apportion(billedBack, parts, ({ amount }) => amount, scale).map(([part, amount]) => ({
    amount,
    taxes: scaled(part, (value) => value.times(billedBack).dividedBy(whole, scale, "half_away_from_zero")).taxes,
  }));
}
