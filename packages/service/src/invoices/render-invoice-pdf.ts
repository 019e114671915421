import { findAccountsById, findInvoiceLines, findInvoices, getOrganization, recordPdfHash } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { asIssued } from "../credit-notes/as-issued.ts";
import { notFound } from "../errors/domain-error.ts";
import { findLogoBytes } from "../documents/logo.ts";
import { type SealedPdf, sealPdf } from "../documents/sealed-pdf.ts";
import { facturX } from "../e-invoices/factur-x.ts";
import { toInvoiceDocument } from "./invoice-document.ts";
import { buyerSnapshot, sellerSnapshot } from "./snapshots.ts";
import { usageByDay } from "./usage-by-day.ts";

/**
 * Draws the invoice from what it stored. The first PDF of an issued invoice leaves its hash with the invoice, so that a
 * later one can be shown to be the same (R-PDF-1).
 */
export async function renderInvoicePdf(context: Context, id: string): Promise<SealedPdf> {
  const { invoice, issued, lines, seller, buyer, logo } = await read(context, async (tx) => {
    const [row] = await findInvoices(tx, [id]);
    if (row === undefined) throw notFound("invoice", id);
    const lines = await findInvoiceLines(tx, [id]);
    const seller = row.seller ?? sellerSnapshot(await getOrganization(tx));
    const [account] = row.buyer === null ? await findAccountsById(tx, [row.accountId]) : [];
    const buyer = row.buyer ?? (account === undefined ? undefined : buyerSnapshot(account));
    if (buyer === undefined) throw new Error(`invoice ${id} has no account`);
    const issued = await asIssued(tx, row);
    const logo = await findLogoBytes(tx, seller.logoUrl);
    return { invoice: row, issued, lines, seller, buyer, logo };
  });
  const days = await usageByDay(context, invoice, lines, seller);
  const document = toInvoiceDocument(issued, lines, seller, buyer, { logo, usageByDay: days });
  const bytes = await context.documents.renderInvoice(document, facturX(issued, lines));
  const pdf = sealPdf(bytes, invoice.number ?? `DRAFT-${id}`);
  if (invoice.number !== null && invoice.status !== "void" && invoice.pdfSha256 === null) {
    await transact(context, (work) => recordPdfHash(work.tx, id, pdf.sha256));
  }
  return pdf;
}
