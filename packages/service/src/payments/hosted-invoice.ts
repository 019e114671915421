import { type LineText, readLineText } from "@counterfoil/engine";
import {
  type BuyerSnapshot,
  type Database,
  findAccountsById,
  findInvoiceLines,
  findInvoiceLink,
  findInvoiceLinkOwner,
  findInvoices,
  findOpenPayment,
  getOrganization,
  getPaymentSettings,
  type InvoiceLinkRow,
  insertInvoiceLinks,
} from "@counterfoil/storage";
import { accountNow, findTimeZone } from "../clocks/index.ts";
import { type Actor, type Context, read, transact } from "../context.ts";
import { DomainError, refuseFaults } from "../errors/index.ts";
import {
  asksToPay,
  buyerSnapshot,
  type Invoice,
  lockInvoice,
  sellerSnapshot,
  toInvoice,
  transferCodeOf,
} from "../invoices/index.ts";
import { type Brand, brandOf, type SealedPdf } from "../documents/index.ts";
import { renderInvoicePdf } from "../printing/index.ts";
import { hashLinkToken, linkExpiryFaults, linkId, linkStatus, makeLinkToken } from "../link-token.ts";
import { audit } from "../record.ts";
import { sameTimeAfter, toInstantText } from "../time.ts";

const DAYS_OPEN = 90;

/** A link for viewing and paying an invoice. Only the response that creates it contains its token. */
export interface InvoiceLink {
  id: string;
  token: string;
  expiresAt: string;
}

/** An invoice as its customer sees it through the link. */
export interface HostedInvoice extends Pick<
  Invoice,
  | "number"
  | "currency"
  | "status"
  | "issueDate"
  | "dueDate"
  | "timezone"
  | "subtotal"
  | "linesTotal"
  | "tax"
  | "total"
  | "creditsApplied"
  | "amountPaid"
  | "amountCredited"
  | "creditedTo"
  | "amountRemaining"
  | "purchaseOrderNumber"
  | "buyerReference"
  | "memo"
  | "footer"
  | "billingPeriod"
  | "description"
  | "paymentTerms"
  | "taxes"
> {
  /** The seller as it was when the invoice was issued. */
  brand: Brand;
  buyer: BuyerSnapshot;
  sellerName: string;
  buyerName: string;
  lineItems: (Pick<
    Invoice["lineItems"][number],
    | "description"
    | "quantity"
    | "unitPrice"
    | "unitLabel"
    | "totalPrice"
    | "servicePeriod"
    | "groupName"
    | "kind"
    | "notes"
    | "proration"
    | "conversion"
  > & { text: HostedLineText })[];
  /** Whether it can be paid on the page. Otherwise the bank details apply. */
  canBePaid: boolean;
  /** A payment is in progress, so the customer need not do anything. */
  isPaymentProcessing: boolean;
  /** Null if nothing is due. */
  bankDetails: string | null;
  /** The content of the QR code of a SEPA credit transfer; null if there is none. */
  transferCode: string | null;
  /** The ways to pay: with the provider's form on the page, by bank transfer, neither, or both. */
  paymentMethods: ("online" | "bank_transfer")[];
  expiresAt: string;
}

/** The text of a line, for a page in the reader's language: the kind of text with its values. */
export interface HostedLineText {
  kind: LineText["kind"];
  item: string | null;
  usageGroup: Record<string, string> | null;
  percentage: string | null;
}

/** Creates another link for an issued invoice. It expires after 90 days on the account's clock by default (R-UI-2). */
export function createInvoiceLink(
  context: Context,
  id: string,
  input: { expiresAt?: string | null; portalTokenHash?: Buffer },
): Promise<InvoiceLink> {
  return transact(context, async (transaction) => {
    const { work, invoice, now } = await lockInvoice(transaction, id);
    if (invoice.status === "draft") {
      const detail = "The invoice is a draft. Issue it before you create a payment link.";
      throw new DomainError("state_conflict", detail);
    }
    const timeZone = await findTimeZone(work.tx, invoice.accountId);
    const expiresAt = input.expiresAt
      ? toInstantText(input.expiresAt, timeZone)
      : sameTimeAfter(now, DAYS_OPEN, timeZone);
    refuseFaults(linkExpiryFaults(expiresAt, now));
    const token = makeLinkToken();
    const tokenHash = hashLinkToken(token);
    const { portalTokenHash = null } = input;
    const made = {
      tokenHash,
      invoiceId: invoice.id,
      expiresAt,
      portalTokenHash,
      origin: "request",
      documentToken: null,
      createdAt: now,
    } as const;
    await insertInvoiceLinks(work.tx, [made]);
    const linkIdentity = { linkId: linkId(tokenHash), linkExpiresAt: expiresAt };
    await audit(work, { action: "invoice.link_created", objectId: invoice.id, after: linkIdentity });
    return { id: linkIdentity.linkId, token, expiresAt };
  });
}

/** The account for which a request with an invoice token acts. Throws a 404 for an unknown token. */
export async function admitByInvoiceToken(
  { database }: { database: Database },
  token: string,
): Promise<{ organizationId: string; actor: Actor }> {
  const link = await findInvoiceLinkOwner(database, hashLinkToken(token));
  if (link === undefined) throw noInvoice();
  return { organizationId: link.organizationId, actor: { type: "invoice_link", id: link.invoiceId } };
}

export function getHostedInvoice(context: Context, token: string): Promise<HostedInvoice> {
  return read(context, async (tx) => {
    const { invoiceId, expiresAt } = await openLink(context, token);
    const [row] = await findInvoices(tx, [invoiceId]);
    if (row === undefined) throw noInvoice();
    const shown = toInvoice(row, await findInvoiceLines(tx, [invoiceId]));
    const { provider } = await getPaymentSettings(tx);
    const open = await findOpenPayment(tx, invoiceId);
    const isPayable = asksToPay(row);
    const isPaymentProcessing = open !== undefined && (open.isAutomatic || open.status === "processing");
    const {
      number,
      currency,
      status,
      issueDate,
      dueDate,
      timezone,
      subtotal,
      linesTotal,
      tax,
      total,
      memo,
      footer,
      billingPeriod,
    } = shown;
    const { creditsApplied, amountPaid, amountCredited, creditedTo, amountRemaining } = shown;
    const { purchaseOrderNumber, buyerReference, description, paymentTerms, taxes } = shown;
    const canBePaid = isPayable && !isPaymentProcessing && provider !== "manual";
    const [account] = row.buyer === null ? await findAccountsById(tx, [row.accountId]) : [];
    const seller = row.seller ?? sellerSnapshot(await getOrganization(tx), account);
    const buyer = row.buyer ?? (account === undefined ? undefined : buyerSnapshot(account, row));
    if (buyer === undefined) throw new Error(`invoice ${invoiceId} has no account`);
    return {
      number,
      currency,
      status,
      issueDate,
      dueDate,
      timezone,
      billingPeriod,
      subtotal,
      linesTotal,
      tax,
      total,
      creditsApplied,
      amountPaid,
      amountCredited,
      creditedTo,
      amountRemaining,
      purchaseOrderNumber,
      buyerReference: buyerReference ?? buyer.buyerReference ?? null,
      memo,
      footer,
      description,
      paymentTerms,
      taxes,
      brand: await brandOf(tx, seller),
      buyer,
      sellerName: seller.legalName ?? seller.name,
      buyerName: buyer.name,
      lineItems: shown.lineItems.map(hostedLine),
      canBePaid,
      isPaymentProcessing,
      bankDetails: isPayable ? seller.bankDetails : null,
      transferCode: transferCodeOf(row, seller),
      paymentMethods: [
        ...(canBePaid ? (["online"] as const) : []),
        ...(isPayable && seller.bankDetails !== null ? (["bank_transfer"] as const) : []),
      ],
      expiresAt,
    };
  });
}

function hostedLine(line: Invoice["lineItems"][number]): HostedInvoice["lineItems"][number] {
  const { description, quantity, unitPrice, unitLabel, totalPrice, servicePeriod } = line;
  const { groupName, kind, notes, proration, conversion } = line;
  return {
    description,
    text: hostedText(line),
    quantity,
    unitPrice,
    unitLabel,
    totalPrice,
    servicePeriod,
    groupName,
    kind,
    notes,
    proration,
    conversion,
  };
}

function hostedText({ kind, description, usageGroup, servicePeriod }: Invoice["lineItems"][number]): HostedLineText {
  const { start: periodStart, end: periodEnd } = servicePeriod;
  const text = readLineText({ kind, description, usageGroup, periodStart, periodEnd });
  return {
    kind: text.kind,
    item: "item" in text ? text.item : null,
    usageGroup: "group" in text && text.group !== null ? { ...text.group } : null,
    percentage: text.kind === "discount" ? text.percentage : null,
  };
}

export async function renderHostedInvoicePdf(context: Context, token: string): Promise<SealedPdf> {
  const { invoiceId } = await openLink(context, token);
  return renderInvoicePdf(context, invoiceId);
}

/** The invoice of a token. Throws a 410 if the link was revoked, or has expired on the account's clock. */
export function openLink(context: Context, token: string): Promise<InvoiceLinkRow> {
  return read(context, async (tx) => {
    const link = await findInvoiceLink(tx, hashLinkToken(token));
    const [invoice] = link === undefined ? [] : await findInvoices(tx, [link.invoiceId]);
    if (link === undefined || invoice === undefined) throw noInvoice();
    const status = linkStatus(link, await accountNow({ tx, clock: context.clock }, invoice));
    if (status === "open") return link;
    const ended = status === "revoked" ? "was revoked" : `expired at ${link.expiresAt}`;
    throw new DomainError("link_expired", `The invoice link ${ended}. Ask the seller for a new link.`);
  });
}

export function noInvoice(): DomainError {
  return new DomainError(
    "not_found",
    "There is no invoice at this URL. Check the link, or ask the seller for a new one.",
  );
}
