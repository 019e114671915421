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

interface Drawable {
  readonly document: QuoteDocument;
  readonly print: QuotePrint;
  /** What is stored of it; null of what is drawn anew each time: a draft, and a contract as it stands. */
  readonly stored: NamedDocument | null;
}

/** The PDF of the quote that a token opens, as it was sent; 410 once the link has expired. */
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
 * The PDF of a subscription: what was signed where somebody signed, what was sent while it is open, else the terms and versions
 * as they stand. One that is no draft is remembered (`hasPDF`).
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

/** What was sent or signed is drawn once and has the same bytes for ever (R-PDF-1); all else is drawn as it is now. */
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

/** Notes what was handed out last of a subscription, unless that is noted already. */
async function remembered(context: Context, id: string, pdf: SealedPdf): Promise<SealedPdf> {
  const subscription = await read(context, (tx) => findSubscription(tx, id));
  if (subscription?.pdfSha256 !== pdf.sha256) {
    await transact(context, (work) => recordSubscriptionPdf(work.tx, id, pdf.sha256));
  }
  return pdf;
}

/** Under the subscription's lock: what was sent anew or erased while it was drawn is not stored. */
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

/** What was frozen when it was sent, with what has become of it. */
function asSent(quote: QuoteRow, logo: Uint8Array | null): Drawable {
  const { signerName, signerJobTitle, signedAt } = quote;
  const isSigned = signerName !== null && signedAt !== null;
  return {
    document: JSON.parse(quote.content) as QuoteDocument,
    print: {
      status: printedStatus(quote),
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

function printedStatus({ status }: QuoteRow): QuotePrint["status"] {
  return status === "draft" || status === "sent" || status === "accepted" ? status : "contract";
}

/** One for each time it was sent, and for what became of it then: all that is printed of a quote follows from these. */
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
  // What is only prepared is no part of a contract, and what was sold before is no part of what it is now.
  const versions = isDraft ? all : all.filter(({ status }) => status === "published");
  return {
    document: await quoteDocument(work, subscription, versions),
    print: {
      status: isDraft ? "draft" : "contract",
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
