import type { JournalBalancesItemCode } from "@counterfoil/sdk";

/** The ledger codes, each with what it records (docs/journal.md). */
export const CODES: Readonly<Record<JournalBalancesItemCode, string>> = {
  receivable: "Amounts due on issued invoices",
  cash: "Payments received minus refunds",
  account_credit: "Account credit held by customers",
  cost_of_revenue: "What usage cost you",
  accrued_cost: "Cost of usage that suppliers bill",
  credit_conversion: "Account credit exchanged between currencies",
  prepaid_credit: "Remaining prepaid credit",
  credit_sold: "Prepaid credit invoiced but not yet granted",
  credit_expense: "Promotional credit",
  deferred_revenue: "Invoiced for future service",
  revenue: "Earned revenue",
  tax: "Tax invoiced and owed to tax authorities",
  bad_debt: "Invoices marked uncollectible",
  rounding: "Rounding differences between line taxes and invoice taxes",
};

export function isCode(value: string | undefined): value is JournalBalancesItemCode {
  return value !== undefined && value in CODES;
}

/** The page of the object that moved the money, by the prefix of its ID. */
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
