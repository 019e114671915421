import { findInvoices, type InvoiceRow, type Tx } from "@counterfoil/storage";
import type { GivenBack } from "../billing/index.ts";
import { toInvoiceTax } from "../tax/index.ts";
import { billedBackParts, type BilledBackTaxes } from "./billed-back-parts.ts";

/**
 * Reads what later invoices gave back from the frozen taxes of the lines that take back, so that what is left of the
 * tax is exact (R-INV-8).
 */
export async function readBilledBackTaxes(
  tx: Tx,
  invoice: Pick<InvoiceRow, "id" | "currency">,
  given: GivenBack,
): Promise<BilledBackTaxes> {
  const others = given.lines.flatMap(({ id }) => given.othersOf(id));
  const invoices = await findInvoices(tx, [...new Set(others.map(({ invoiceId }) => invoiceId))]);
  const taxesOf = new Map(invoices.map(({ id, taxes }) => [id, (taxes ?? []).map(toInvoiceTax)]));
  return billedBackParts(invoice, given, taxesOf);
}
