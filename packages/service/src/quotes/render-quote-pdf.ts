import {
  findQuote,
  findQuoteOf,
  findSubscription,
  findVersions,
  getOrganization,
  type QuoteRow,
  recordSubscriptionPdf,
  type SubscriptionRow,
} from "@counterfoil/storage";
import { accountNow } from "../accounts/account-time.ts";
import { type Context, read, transact, type Work } from "../context.ts";
import { findLogoBytes } from "../documents/logo.ts";
import { type SealedPdf, sealPdf } from "../documents/sealed-pdf.ts";
import { notFound } from "../errors/domain-error.ts";
import { sellerSnapshot } from "../invoices/snapshots.ts";
import { toPrintedQuote, type QuotePrint } from "./printed-quote.ts";
import { hashQuoteToken, noQuote, refuseExpired } from "./quote.ts";
import { type QuoteDocument, quoteDocument } from "./quote-document.ts";

interface Drawable {
  readonly document: QuoteDocument;
  readonly print: QuotePrint;
}

/** The PDF of the quote that a token opens, as it was sent; 410 once the link has expired. */
export async function renderQuotePdf(context: Context, token: string): Promise<SealedPdf> {
  const { quote, drawable } = await read(context, async (tx) => {
    const row = await findQuote(tx, hashQuoteToken(token));
    if (row === undefined) throw noQuote();
    refuseExpired(row, await accountNow({ tx, clock: context.clock }, row));
    return { quote: row, drawable: asSent(row, await findLogoBytes(tx, row.seller.logoUrl)) };
  });
  return draw(context, quote.subscriptionId, drawable);
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
  return draw(context, id, drawable);
}

async function draw(context: Context, subscriptionId: string, { document, print }: Drawable): Promise<SealedPdf> {
  const bytes = await context.documents.renderQuote(toPrintedQuote(document, print));
  const pdf = sealPdf(bytes, `${print.status === "draft" ? "DRAFT-" : ""}${subscriptionId}`);
  if (print.status !== "draft") {
    await transact(context, (work) => recordSubscriptionPdf(work.tx, subscriptionId, pdf.sha256));
  }
  return pdf;
}

/** What was frozen when it was sent, with what has become of it. */
function asSent(quote: QuoteRow, logo: Uint8Array | null): Drawable {
  const { status, signerName, signerJobTitle, signedAt } = quote;
  const isSigned = signerName !== null && signedAt !== null;
  return {
    document: JSON.parse(quote.content) as QuoteDocument,
    print: {
      status: status === "draft" || status === "sent" || status === "accepted" ? status : "contract",
      seller: quote.seller,
      logo,
      sentAt: quote.sentAt,
      expiresAt: quote.expiresAt,
      signature: isSigned ? { name: signerName, jobTitle: signerJobTitle, signedAt } : null,
      sha256: quote.sha256,
    },
  };
}

async function asItStands(work: Work, subscription: SubscriptionRow): Promise<Drawable> {
  const seller = sellerSnapshot(await getOrganization(work.tx));
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
  };
}
