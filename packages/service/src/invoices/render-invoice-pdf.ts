import {
  findAccountsById,
  findInvoiceLines,
  findInvoices,
  getOrganization,
  type InvoiceRow,
  noteInvoiceDocument,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { asIssued } from "../credit-notes/as-issued.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import { drawn } from "../documents/draw.ts";
import { findLogoBytes } from "../documents/logo.ts";
import { type SealedPdf, sealPdf } from "../documents/sealed-pdf.ts";
import { findStoredPdf, storePdf } from "../documents/stored-pdf.ts";
import { runElectronic } from "../e-invoices/run-electronic.ts";
import { toInvoiceDocument } from "./invoice-document.ts";
import { buyerSnapshot, sellerSnapshot } from "./snapshots.ts";
import { usageByDay } from "./usage-by-day.ts";

/** Which of an invoice's documents: as it stands, so marked when it is void, or as it was issued. */
export const INVOICE_PDFS = ["standing", "issued"] as const;
export type InvoicePdf = (typeof INVOICE_PDFS)[number];

/**
 * The PDF of an invoice. That of an issued one is drawn once, from what was frozen with it, and has the same bytes for ever
 * (R-PDF-1); so has the one that marks it void, beside it. A draft is drawn anew each time. The document `issued` of a void
 * invoice is what it was before; a draft has none (409).
 */
export async function renderInvoicePdf(
  context: Context,
  id: string,
  which: InvoicePdf = "standing",
): Promise<SealedPdf> {
  const found = await read(context, async (tx) => {
    const [row] = await findInvoices(tx, [id]);
    if (row === undefined) throw notFound("invoice", id);
    if (row.number === null && which === "issued") throw notIssued();
    const invoice: InvoiceRow = row.status === "void" && which === "issued" ? { ...row, status: "issued" } : row;
    return { invoice, stored: await findStored(tx, invoice) };
  });
  if (found.stored !== null) return found.stored;
  const { invoice } = found;
  const bytes = await draw(context, invoice);
  if (invoice.number === null) return sealPdf(bytes, `DRAFT-${id}`);
  const document = documentOf(invoice, invoice.number);
  const pdf = sealPdf(bytes, document.name);
  return transact(context, async (work) => {
    const noted = await noteInvoiceDocument(work.tx, id, document.state, pdf.sha256);
    return storePdf(work, document, pdf, noted);
  });
}

async function findStored(tx: Tx, invoice: InvoiceRow): Promise<SealedPdf | null> {
  return invoice.number === null ? null : findStoredPdf(tx, documentOf(invoice, invoice.number));
}

/** An invoice has one document as it was issued, whatever becomes of it, and another one once it is void. */
function documentOf({ id, status }: InvoiceRow, number: string) {
  const state: "issued" | "void" = status === "void" ? "void" : "issued";
  return { kind: "invoice", objectId: id, state, name: number } as const;
}

async function draw(context: Context, invoice: InvoiceRow): Promise<Uint8Array> {
  const { issued, lines, seller, buyer, logo } = await read(context, async (tx) => {
    const lines = await findInvoiceLines(tx, [invoice.id]);
    const [account] = invoice.buyer === null ? await findAccountsById(tx, [invoice.accountId]) : [];
    const seller = invoice.seller ?? sellerSnapshot(await getOrganization(tx), account);
    const buyer = invoice.buyer ?? (account === undefined ? undefined : buyerSnapshot(account));
    if (buyer === undefined) throw new Error(`invoice ${invoice.id} has no account`);
    const issued = await asIssued(tx, invoice);
    return { issued, lines, seller, buyer, logo: await findLogoBytes(tx, seller.logoUrl) };
  });
  const days = await usageByDay(context, invoice, lines, seller);
  const document = toInvoiceDocument(issued, lines, seller, buyer, { logo, usageByDay: days });
  const facturX = await runElectronic(context, lines.length, "facturX", issued, lines);
  return drawn(context.documents.renderInvoice(document, facturX, context.organizationId));
}

function notIssued(): DomainError {
  return new DomainError("state_conflict", "The invoice is a draft. It has a document as issued once it is issued.");
}
