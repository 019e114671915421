import type { JournalBalancesItemCode } from "@counterfoil/sdk";

/** The codes of the journal with what stands on them (docs/journal.md). */
export const CODES: Readonly<Record<JournalBalancesItemCode, string>> = {
  receivable: "What customers owe on issued invoices",
  cash: "What was received, less what was given back",
  account_credit: "What customers have to their credit",
  credit_conversion: "Account credit exchanged between currencies",
  prepaid_credit: "What is left of prepaid money",
  credit_sold: "Prepaid money that is invoiced and not granted yet",
  credit_expense: "What credit was given away for",
  deferred_revenue: "Invoiced for service to come",
  revenue: "What was earned",
  tax: "Invoiced as tax, which belongs to others",
  bad_debt: "Not expected to be paid any more",
  rounding: "What the taxes of single lines leave to the whole",
};

export function isCode(value: string | undefined): value is JournalBalancesItemCode {
  return value !== undefined && value in CODES;
}

/** Where what moved the money is shown, by the beginning of its id. */
export function placeOf(objectId: string): string | null {
  const prefix = objectId.split("_")[0] ?? "";
  return PLACES[prefix] === undefined ? null : `${PLACES[prefix]}/${objectId}`;
}

const PLACES: Readonly<Record<string, string>> = {
  inv: "/invoices",
  pay: "/payments",
  cn: "/credit-notes",
  grant: "/credit-grants",
};
