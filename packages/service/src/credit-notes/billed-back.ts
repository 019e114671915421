import { type BilledBackPart, Decimal, isHeld } from "@counterfoil/engine";
import type { BilledBackRow, CreditNoteRow } from "@counterfoil/storage";
import { toInvoiceTax, toStoredTax } from "../tax/index.ts";

/** What later invoices gave back of a line: the parts whose taxes are known, and the rest. */
export interface BilledBack {
  readonly amount: Decimal;
  readonly parts: readonly BilledBackPart[];
  /** Assumed to be under the taxes of the line. */
  readonly rest: Decimal;
}

export function billedBackOf(amount: Decimal, parts: readonly BilledBackPart[]): BilledBack {
  return { amount, parts, rest: amount.minus(Decimal.sum(parts.map((part) => part.amount))) };
}

/** The sum of the parts, including taxes that come on top of their amounts. */
export function partsTotal(parts: readonly BilledBackPart[]): Decimal {
  return Decimal.sum(
    parts.flatMap(({ amount, taxes }) => [amount, ...taxes.filter((tax) => !isHeld(tax)).map((tax) => tax.amount)]),
  );
}

/** @param settled the parts that the note takes back */
export function toBilledBackRow({ amount, parts }: BilledBack, settled: readonly BilledBackPart[]): BilledBackRow {
  const rows = parts.map((part) => ({
    amount: part.amount.toString(),
    taxes: part.taxes.map(toStoredTax),
    isSettled: settled.includes(part),
  }));
  return { amount: amount.toString(), parts: rows };
}

/** What later invoices had given back of a line when a note was made. */
export function frozenBilledBack({ billedBack }: Pick<CreditNoteRow, "billedBack">, lineId: string): BilledBack {
  const frozen = billedBack?.[lineId] ?? "0";
  if (typeof frozen === "string") return billedBackOf(Decimal.of(frozen), []);
  const parts = frozen.parts.map(({ amount, taxes }) => ({
    amount: Decimal.of(amount),
    taxes: taxes.map(toInvoiceTax),
  }));
  return billedBackOf(Decimal.of(frozen.amount), parts);
}
