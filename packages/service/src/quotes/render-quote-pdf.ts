import { hash } from "node:crypto";
import {
  findAccountsById,
  findQuote,
  findQuoteOf,
  findSubscription,
  findVersions,
  getOrganization,
  type QuoteRow,
  recordSubscriptionPdf,
  type SubscriptionRow,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type Context, read, transact, type Work } from "../context.ts";
import {
  drawn,
  findLogoBytes,
  findStoredPdf,
  type NamedDocument,
  type SealedPdf,
  sealPdf,
  storePdf,
} from "../documents/index.ts";
import { notFound } from "../errors/index.ts";
import { sellerSnapshot } from "../invoices/index.ts";
import { toPrintedQuote, type QuotePrint } from "./printed-quote.ts";
import { hashQuoteToken, noQuote, refuseExpired } from "./quote.ts";
import { type QuoteDocument, quoteDocument } from "./quote-document.ts";
import { quoteReference } from "./quote-number.ts";

interface Drawable {
  readonly document: QuoteDocument;
  readonly print: QuotePrint;
  /** The stored document; null if it is rendered each time: a draft, and the current state of a contract. */
  readonly stored: NamedDocument | null;
}

/** The PDF of a token's quote, as it was sent; 410 if the link has expired. */
export async function renderQuotePdf(context: Context, token: string): Promise<SealedPdf> {
  const { quote, drawable } = await read(context, async (tx) => {
    const row = await findQuote(tx, hashQuoteToken(token));
    if (row === undefined) throw noQuote();
    refuseExpired(row, await accountNow({ tx, clock: context.clock }, row));
    return { quote: row, drawable: asSent(row, await findLogoBytes(tx, row.seller.logoUrl)) };
  });
  return handOut(context, quote.subscriptionId, drawable);
}

/**
 * The PDF of a subscription: the signed document if there is one, the sent document while the quote is open, otherwise
 * the current terms and versions. For a subscription that is not a draft, its hash is recorded (`hasPDF`).
 */
export async function renderSubscriptionPdf(context: Context, id: string): Promise<SealedPdf> {
  const drawable = await transact(context, async (work) => {
    const subscription = await findSubscription(work.tx, id);
    if (subscription === undefined) throw notFound("subscription", id);
    const quote = await findQuoteOf(work.tx, id);
    const isSent = quote !== undefined && (quote.signedAt !== null || subscription.status === "sent");
    return isSent ? asSent(quote, await findLogoBytes(work.tx, quote.seller.logoUrl)) : asItStands(work, subscription);
  });
  return handOut(context, id, drawable);
}

/**
 * A sent or signed document is rendered once, and its bytes never change (R-PDF-1). Everything else is rendered from
 * the current state.
 */
async function handOut(context: Context, subscriptionId: string, drawable: Drawable): Promise<SealedPdf> {
  const { document, print, stored } = drawable;
  if (stored !== null) {
    const found = await read(context, (tx) => findStoredPdf(tx, stored));
    if (found !== null) return remembered(context, subscriptionId, found);
  }
  const name = `${print.status === "draft" ? "DRAFT-" : ""}${subscriptionId}`;
  const bytes = await drawn(context.documents.renderQuote(toPrintedQuote(document, print), context.organizationId));
  const pdf = sealPdf(bytes, name);
  if (print.status === "draft") return pdf;
  return stored === null ? remembered(context, subscriptionId, pdf) : storeQuote(context, subscriptionId, stored, pdf);
}

/** Records the latest PDF of a subscription, unless it is recorded already. */
async function remembered(context: Context, id: string, pdf: SealedPdf): Promise<SealedPdf> {
  const subscription = await read(context, (tx) => findSubscription(tx, id));
  if (subscription?.pdfSha256 !== pdf.sha256) {
    await transact(context, (work) => recordSubscriptionPdf(work.tx, id, pdf.sha256));
  }
  return pdf;
}

/** Holds the subscription's lock: a document is not stored if its quote was sent again or erased during rendering. */
function storeQuote(context: Context, id: string, document: NamedDocument, pdf: SealedPdf): Promise<SealedPdf> {
  return transact(context, async (work) => {
    await findSubscription(work.tx, id, "for no key update");
    const quote = await findQuoteOf(work.tx, id);
    if (quote === undefined || documentOf(quote).state !== document.state) return pdf;
    const stored = await storePdf(work, document, pdf);
    await recordSubscriptionPdf(work.tx, id, stored.sha256);
    return stored;
  });
}

/** The frozen content of the sent quote, with its state. */
function asSent(quote: QuoteRow, logo: Uint8Array | null): Drawable {
  const { signerName, signerJobTitle, signedAt } = quote;
  const isSigned = signerName !== null && signedAt !== null;
  return {
    document: JSON.parse(quote.content) as QuoteDocument,
    print: {
      status: printedStatus(quote),
      number: quoteReference(quote),
      seller: quote.seller,
      logo,
      sentAt: quote.sentAt,
      expiresAt: quote.expiresAt,
      signature: isSigned ? { name: signerName, jobTitle: signerJobTitle, signedAt } : null,
      sha256: quote.sha256,
    },
    stored: printedStatus(quote) === "draft" ? null : documentOf(quote),
  };
}

function printedStatus({ status, declinedAt }: QuoteRow): QuotePrint["status"] {
  // A declined offer prints as it was sent, whatever becomes of the draft.
  if (declinedAt !== null) return "sent";
  return status === "draft" || status === "sent" || status === "accepted" ? status : "contract";
}

/** One document for each time the quote was sent and each state: they determine everything that is printed. */
function documentOf(quote: QuoteRow): NamedDocument {
  const { subscriptionId, seller, sentAt, expiresAt, signerName, signerJobTitle, signedAt, sha256 } = quote;
  const facts = canonicalJson({ seller, sentAt, expiresAt, signerName, signerJobTitle, signedAt, sha256 });
  const state = `${printedStatus(quote)} ${hash("sha256", facts)}`;
  return { kind: "quote", objectId: subscriptionId, state, name: subscriptionId };
}

async function asItStands(work: Work, subscription: SubscriptionRow): Promise<Drawable> {
  const [account] = await findAccountsById(work.tx, [subscription.accountId]);
  const seller = sellerSnapshot(await getOrganization(work.tx), account);
  const isDraft = subscription.status === "draft";
  const all = await findVersions(work.tx, [subscription.id]);
  // Drafts are not part of a contract yet, and superseded versions are not part of it any more.
  const versions = isDraft ? all : all.filter(({ status }) => status === "published");
  return {
    document: await quoteDocument(work, subscription, versions),
    print: {
      status: isDraft ? "draft" : "contract",
      number: null,
      seller,
      logo: await findLogoBytes(work.tx, seller.logoUrl),
      sentAt: subscription.activatedAt,
      expiresAt: null,
      signature: null,
      sha256: null,
    },
    stored: null,
  };
}
