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
    // Where another process drew it first, its link is the one that is handed out.
    const isOpened = link !== null && link.createdAt !== null && stored.sha256 === pdf.sha256;
    if (isOpened && link.createdAt !== null) await openPayLinks(work.tx, [link], link.createdAt);
    return stored;
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

interface DrawnLink extends PayLink {
  /** Null where it is open already: a document that was lost is drawn with it again. */
  readonly createdAt: string | null;
}

/** A link for the document that is drawn now; none where nobody said where pages are, for the document is kept for ever. */
async function findLink(tx: Tx, { clock, pagesAddress }: Context, invoice: InvoiceRow): Promise<DrawnLink | null> {
  if (pagesAddress === undefined) return null;
  const drawn = await findPayLink(tx, invoice);
  if (drawn !== null) return { ...drawn, createdAt: null };
  const createdAt = await accountNow({ tx, clock }, invoice);
  return { ...makePayLink(invoice, "document", createdAt), createdAt };
}

/** How an invoice is paid: of a draft how it will be, and null where nothing is to be paid by the time at which it is drawn. */
async function paymentOf(
  tx: Tx,
  { pagesAddress }: Context,
  invoice: InvoiceRow,
  link: PayLink | null,
): Promise<PrintedPayment | null> {
  if (invoice.status === "draft") return { transferCode: null, link: null };
  if (!asksToPay(invoice)) return null;
  // What a phone pays at once is only printed while it is what the document says is due.
  const isWhole = amountDue(await asIssued(tx, invoice)).equals(amountDue(invoice));
  const seller = invoice.seller;
  const transferCode = isWhole && seller !== null ? transferCodeOf(invoice, seller) : null;
  if (link === null || pagesAddress === undefined) return { transferCode, link: null };
  const takesPayments = (await getPaymentSettings(tx)).provider !== "manual";
  const address = `${pagesAddress()}/invoice/${link.token}`;
  return { transferCode, link: { address, validUntil: link.validUntil, takesPayments } };
}

/**
 * How a document that is gone may have said that it is paid: what was due when it was drawn, and how customers could pay then, is
 * not known any more.
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
  /** The hash of the document as it was first drawn; null where it was not yet. */
  readonly noted: string | null;
  readonly payments: readonly (PrintedPayment | null)[];
}

/** Draws the document with the first of the payments; one that was drawn before with the one that gives its bytes again. */
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
  return new DomainError("state_conflict", "The invoice is a draft. It has a document as issued once it is issued.");
}
