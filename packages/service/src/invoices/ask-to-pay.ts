import { transferCode } from "@counterfoil/documents";
import { formatAmount } from "@counterfoil/engine";
import type { InvoiceRow, ListedInvoiceRow, SellerSnapshot } from "@counterfoil/storage";
import { bankAccount } from "../documents/index.ts";
import { amountDue, isOwed } from "./invoice-totals.ts";

/** Whether an amount of an invoice is to be paid. If not, no account, code or link may invite a second payment. */
export function asksToPay(invoice: ListedInvoiceRow): boolean {
  return isOwed(invoice) && amountDue(invoice).isPositive();
}

/**
 * The content of the QR code for a transfer of the amount due. Null if nothing is due, for currencies other than the
 * euro, and if the bank details name no account that takes part in SEPA.
 */
export function transferCodeOf(
  invoice: InvoiceRow,
  seller: Pick<SellerSnapshot, "name" | "legalName" | "bankDetails">,
): string | null {
  const account = bankAccount(seller.bankDetails);
  if (account === null || invoice.number === null || invoice.currency !== "EUR" || !asksToPay(invoice)) return null;
  const amount = formatAmount({ amount: amountDue(invoice), currency: "EUR" });
  return transferCode({ ...account, beneficiary: seller.legalName ?? seller.name, amount, remittance: invoice.number });
}
