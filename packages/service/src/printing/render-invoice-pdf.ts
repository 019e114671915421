import type { PrintedPayment } from "@counterfoil/documents";
import {
  findAccountsById,
  findInvoiceLines,
  findInvoices,
  getOrganization,
  getPaymentSettings,
  type InvoiceRow,
  noteInvoiceDocument,
  type Tx,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, read, transact } from "../context.ts";
import { asIssued } from "../credit-notes/index.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { drawn, findLogoBytes, findStoredPdf, type SealedPdf, sealPdf, storePdf } from "../documents/index.ts";
import { runElectronic } from "../e-invoices/index.ts";
import {
  amountDue,
  asksToPay,
  buyerSnapshot,
  findPayLink,
  makePayLink,
  openPayLinks,
  type PayLink,
  sellerSnapshot,
  toInvoiceDocument,
  transferCodeOf,
} from "../invoices/index.ts";
import { usageByDay } from "./usage-by-day.ts";

/** Which document of an invoice: the current one, which is marked if the invoice is void, or the one as issued. */
export const INVOICE_PDFS = ["standing", "issued"] as const;
export type InvoicePdf = (typeof INVOICE_PDFS)[number];

/**
 * The PDF of an invoice. For an issued invoice it is rendered once from its frozen data, and its bytes never change
 * (R-PDF-1). A void invoice has an additional document that is marked as void, with the same guarantee. A draft is
 * rendered each time. The document `issued` of a void invoice is the one before it was voided; a draft has none (409).
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
    const stored = await findStored(tx, invoice);
    const noted = row.status === "void" && which !== "issued" ? row.voidDocumentSha256 : row.documentSha256;
    if (stored !== null) return { invoice, stored, link: null, noted, payments: [] };
    if (noted !== null) {
      return { invoice, stored, link: null, noted, payments: await paymentsOnceDrawn(tx, context, invoice) };
    }
    const link = asksToPay(row) ? await findLink(tx, context, row) : null;
    return { invoice, stored, link, noted, payments: [await paymentOf(tx, context, row, link)] };
  });
  if (found.stored !== null) return found.stored;
  const { invoice, link } = found;
  const bytes = await drawAsNoted(context, found);
  if (invoice.number === null) return sealPdf(bytes, `DRAFT-${id}`);
  const document = documentOf(invoice, invoice.number);
  const pdf = sealPdf(bytes, document.name);
  return transact(context, async (work) => {
    const noted = await noteInvoiceDocument(work.tx, id, document.state, pdf.sha256);
    const stored = await storePdf(work, document, pdf, noted);
    // If another process rendered it first, that process's link is used.
    const isOpened = link !== null && link.createdAt !== null && stored.sha256 === pdf.sha256;
    if (isOpened && link.createdAt !== null) await openPayLinks(work.tx, [link], link.createdAt);
    return stored;
  });
}

async function findStored(tx: Tx, invoice: InvoiceRow): Promise<SealedPdf | null> {
  return invoice.number === null ? null : findStoredPdf(tx, documentOf(invoice, invoice.number));
}

/** An invoice has one document as issued, which never changes, and another one after it is void. */
function documentOf({ id, status }: InvoiceRow, number: string) {
  const state: "issued" | "void" = status === "void" ? "void" : "issued";
  return { kind: "invoice", objectId: id, state, name: number } as const;
}

interface DrawnLink extends PayLink {
  /** Null if the link already exists: a lost document is rendered with it again. */
  readonly createdAt: string | null;
}

/**
 * A link for the document that is rendered now. None if no page address is configured, because the document is kept
 * permanently.
 */
async function findLink(tx: Tx, { clock, pagesAddress }: Context, invoice: InvoiceRow): Promise<DrawnLink | null> {
  if (pagesAddress === undefined) return null;
  const drawn = await findPayLink(tx, invoice);
  if (drawn !== null) return { ...drawn, createdAt: null };
  const createdAt = await accountNow({ tx, clock }, invoice);
  return { ...makePayLink(invoice, "document", createdAt), createdAt };
}

/** How an invoice is paid. A draft shows how it will be paid. Null if nothing is due at the time of rendering. */
async function paymentOf(
  tx: Tx,
  { pagesAddress }: Context,
  invoice: InvoiceRow,
  link: PayLink | null,
): Promise<PrintedPayment | null> {
  if (invoice.status === "draft") return { transferCode: null, link: null };
  if (!asksToPay(invoice)) return null;
  // A code for immediate payment is printed only while the document shows the current amount due.
  const isWhole = amountDue(await asIssued(tx, invoice)).equals(amountDue(invoice));
  const seller = invoice.seller;
  const transferCode = isWhole && seller !== null ? transferCodeOf(invoice, seller) : null;
  if (link === null || pagesAddress === undefined) return { transferCode, link: null };
  const takesPayments = (await getPaymentSettings(tx)).provider !== "manual";
  const address = `${pagesAddress()}/invoice/${link.token}`;
  return { transferCode, link: { address, validUntil: link.validUntil, takesPayments } };
}

/**
 * The possible payment sections of a lost document: what was due, and how customers could pay, when it was rendered is
 * no longer known.
 */
async function paymentsOnceDrawn(
  tx: Tx,
  { pagesAddress }: Context,
  invoice: InvoiceRow,
): Promise<(PrintedPayment | null)[]> {
  const then = await asIssued(tx, invoice);
  if (!asksToPay(then)) return [null];
  const drawn = pagesAddress === undefined ? null : await findPayLink(tx, invoice);
  const links = [true, false].map((takesPayments) =>
    drawn === null || pagesAddress === undefined
      ? null
      : { address: `${pagesAddress()}/invoice/${drawn.token}`, validUntil: drawn.validUntil, takesPayments },
  );
  const codes = [then.seller === null ? null : transferCodeOf(then, then.seller), null];
  return [...codes.flatMap((transferCode) => links.map((link) => ({ transferCode, link }))), null];
}

interface ToDraw {
  readonly invoice: InvoiceRow;
  /** The hash of the document as first rendered; null if it was not rendered yet. */
  readonly noted: string | null;
  readonly payments: readonly (PrintedPayment | null)[];
}

/**
 * Renders the document with the first payment section. A document that was rendered before uses the section that
 * reproduces its bytes.
 */
async function drawAsNoted(context: Context, { invoice, noted, payments }: ToDraw): Promise<Uint8Array> {
  const [first = null, ...others] = payments;
  const bytes = await draw(context, invoice, first);
  if (noted === null || sealPdf(bytes, "").sha256 === noted) return bytes;
  for (const payment of others) {
    const again = await draw(context, invoice, payment);
    if (sealPdf(again, "").sha256 === noted) return again;
  }
  return bytes;
}

async function draw(context: Context, invoice: InvoiceRow, payment: PrintedPayment | null): Promise<Uint8Array> {
  const { issued, lines, seller, buyer, logo } = await read(context, async (tx) => {
    const lines = await findInvoiceLines(tx, [invoice.id]);
    const [account] = invoice.buyer === null ? await findAccountsById(tx, [invoice.accountId]) : [];
    const seller = invoice.seller ?? sellerSnapshot(await getOrganization(tx), account);
    const buyer = invoice.buyer ?? (account === undefined ? undefined : buyerSnapshot(account, invoice));
    if (buyer === undefined) throw new Error(`invoice ${invoice.id} has no account`);
    const issued = await asIssued(tx, invoice);
    return { issued, lines, seller, buyer, logo: await findLogoBytes(tx, seller.logoUrl) };
  });
  const days = await usageByDay(context, invoice, lines, seller);
  const document = toInvoiceDocument(issued, lines, { seller, buyer }, { logo, usageByDay: days, payment });
  const facturX = await runElectronic(context, lines.length, "facturX", issued, lines);
  return drawn(context.documents.renderInvoice(document, facturX, context.organizationId));
}

function notIssued(): DomainError {
  return new DomainError("state_conflict", "The invoice is a draft and has no issued document yet. Issue it first.");
}
