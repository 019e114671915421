import { Decimal, formatAmount, roundToMinorUnit } from "@counterfoil/engine";
import { type BookedConversionRow, bookedConversions, type Tx } from "@counterfoil/storage";
import type { BookDifference } from "./verify-invoices.ts";

/** Conversions per query. */
const PAGE = 500;

/** Credit conversions that are not rate × amount, or that the ledger or the journal recorded differently. */
export async function conversionDifferences(tx: Tx): Promise<BookDifference[]> {
  const differences: BookDifference[] = [];
  for (let after = ""; ;) {
    const rows = await bookedConversions(tx, after, PAGE);
    for (const row of rows) differences.push(...differencesOf(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return differences;
    after = last.id;
  }
}

function differencesOf(row: BookedConversionRow): BookDifference[] {
  const { id, fromCurrency, fromAmount, toCurrency, toAmount, rate, entries, booked } = row;
  const converted = roundToMinorUnit(Decimal.of(fromAmount).times(Decimal.of(rate)), toCurrency);
  const sides = [
    { currency: fromCurrency, amount: Decimal.of(fromAmount).negate().toString() },
    { currency: toCurrency, amount: toAmount },
  ];
  const none = { invoiceId: null, invoiceNumber: null, lineId: null };
  const compared: readonly [string, string, string][] = [
    ["amount", money(toAmount, toCurrency), money(converted.toString(), toCurrency)],
    ["ledger", inWords(entries), inWords(sides)],
    ["journal", inWords(booked), inWords(sides)],
  ];
  return compared.flatMap(([what, billed, computed]) =>
    billed === computed ? [] : [{ ...none, member: `${what} of ${id}`, billed, computed }],
  );
}

function inWords(sides: BookedConversionRow["entries"]): string {
  return sides.length === 0 ? "nothing" : sides.map(({ currency, amount }) => money(amount, currency)).join(", ");
}

function money(amount: string, currency: string): string {
  return `${formatAmount({ amount: Decimal.of(amount), currency })} ${currency}`;
}
