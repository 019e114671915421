import { writtenLocale } from "@counterfoil/documents";
import {
  type AccountRow,
  type CustomerMailKind,
  findAccountsById,
  findInvoices,
  findMailTemplates,
  findSubscriptionsById,
  getOrganization,
  insertMails,
  type InvoiceRow,
  type MailTemplateRow,
  type NewMail,
  type OrganizationRow,
  type SubscriptionRow,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import {
  asksToPay,
  localeFor,
  makePayLink,
  openPayLinks,
  type PayLink,
  transferCodeOf,
  writtenDate,
} from "../invoices/index.ts";
import { sealLinkToken } from "./link-token.ts";
import { attachedDocument } from "./default-template.ts";
import { chooseTemplate } from "./render-mail.ts";
import type { TemplateValues } from "./fill-template.ts";
import { contractValues, invoiceValues, paymentValues, type ReceivedPayment } from "./mail-values.ts";
import { TRANSFER_CONTENT } from "./transfer-picture.ts";
import { isWanted } from "./is-wanted.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";

/** The subject of a mail, with all data that the mail needs. */
export interface MailOccasion {
  readonly kind: CustomerMailKind;
  /**
   * Identifies the event. It is unique among the mails of one kind about one object: a second mail for it is not
   * created.
   */
  readonly occasion: string;
  readonly account: AccountRow;
  /** Null for a one-off invoice. */
  readonly subscription: SubscriptionRow | null;
  readonly invoice?: InvoiceRow;
  readonly payment?: ReceivedPayment;
  /** Only for a quote. */
  readonly link?: { readonly token: string; readonly expiresOn: string; readonly number: string };
  /** Overrides the default recipients. */
  readonly recipients?: readonly Recipient[];
  /** Requested by a user. The switches apply only to automatic mails. */
  readonly isByHand?: boolean;
}

/** Puts mails into the outbox in the transaction of their event, unless a switch turns them off. Returns their IDs. */
export async function queueMails(
  work: Work,
  organization: OrganizationRow,
  occasions: readonly MailOccasion[],
): Promise<string[]> {
  if (work.isPreview === true) return [];
  const now = work.clock.now();
  const own = await ownTemplates(work, organization, occasions);
  const made = occasions.filter(isWanted).flatMap((occasion) => newMails(work, organization, own, occasion));
  const mails = made.map((mail) => mail.mail);
  const ids = new Set(await insertMails(work.tx, mails, now));
  // If the mail already exists, that mail has its own link.
  const links = made.flatMap(({ mail, payLink }) => (payLink !== null && ids.has(mail.id) ? [payLink] : []));
  await openPayLinks(work.tx, links, now);
  return mails.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** The organization's templates, loaded only if a mail is in a language without built-in texts. */
async function ownTemplates(
  { tx }: Work,
  organization: OrganizationRow,
  occasions: readonly MailOccasion[],
): Promise<MailTemplateRow[]> {
  const locales = occasions.map(({ account }) => localeFor(organization, account));
  return locales.some((locale) => writtenLocale(locale) !== locale) ? findMailTemplates(tx) : [];
}

/** A mail with its link to the invoice page; null if nothing is due. */
interface MadeMail {
  readonly mail: NewMail;
  readonly payLink: PayLink | null;
}

/**
 * The same for one mail about an invoice, by the invoice's ID: a receipt for a payment, or a reminder. Call it in the
 * transaction of the event.
 *
 * @example await queueMail(work, { kind: "receipt", invoiceId, occasion: payment.id, payment });
 */
export async function queueMail(
  work: Work,
  mail: {
    readonly kind: "invoice" | "receipt" | "reminder" | "overdue";
    readonly invoiceId: string;
    readonly occasion: string;
    readonly payment?: ReceivedPayment;
    readonly recipients?: readonly Recipient[];
    readonly isByHand?: boolean;
  },
): Promise<string[]> {
  const { invoiceId, ...rest } = mail;
  const [invoice] = await findInvoices(work.tx, [invoiceId]);
  if (invoice === undefined) throw new Error(`there is no invoice ${invoiceId} to write about`);
  const [account] = await findAccountsById(work.tx, [invoice.accountId]);
  if (account === undefined) throw new Error(`invoice ${invoiceId} has no account`);
  const [subscription = null] = await findSubscriptionsById(work.tx, [invoice.subscriptionId ?? ""]);
  return queueMails(work, await getOrganization(work.tx), [{ ...rest, invoice, account, subscription }]);
}

/** One mail for each recipient, so that each is sent and retried separately. */
function newMails(
  work: Work,
  organization: OrganizationRow,
  own: readonly MailTemplateRow[],
  occasion: MailOccasion,
): MadeMail[] {
  const { kind, account, subscription, invoice, payment, link } = occasion;
  const recipients = occasion.recipients ?? recipientsOf(kind, account, subscription);
  if (recipients.length === 0) return [];
  const locale = localeFor(organization, account);
  // Amounts and dates use the language of the surrounding text.
  const formats = chooseTemplate(own, kind, locale) === undefined ? writtenLocale(locale) : locale;
  const values = valuesOf(occasion, formats);
  const about = invoice?.id ?? subscription?.id ?? account.id;
  return recipients.map(({ address, name }) => {
    const id = work.ids.next("mail");
    const payLink = payLinkOf(work, occasion);
    const token = link?.token ?? payLink?.token;
    const expiry: Record<string, string> =
      payLink === null ? {} : { LinkExpiryDate: writtenDate(payLink.validUntil, formats) };
    const mail: NewMail = {
      id,
      kind,
      recipient: address,
      recipientName: name,
      occasion: [kind, about, occasion.occasion, address.toLowerCase()].join(" "),
      accountId: account.id,
      invoiceId: invoice?.id ?? null,
      subscriptionId: subscription?.id ?? null,
      paymentId: payment?.id ?? null,
      locale,
      particulars: { ...values, ...expiry, ContactName: name ?? "" },
      linkToken: token === undefined ? null : sealLinkToken(work, id, token),
    };
    return { mail, payLink };
  });
}

/** A separate link for each mail that asks for payment of an invoice. */
function payLinkOf(work: Work, { kind, invoice }: MailOccasion): PayLink | null {
  if (attachedDocument(kind) !== "invoice" || invoice === undefined || !asksToPay(invoice)) return null;
  return makePayLink(invoice, "mail", work.clock.now());
}

/** The current values of the placeholders. */
function valuesOf(
  { kind, account, subscription, invoice, payment, link }: MailOccasion,
  locale: string,
): Record<string, string> {
  const values: TemplateValues = {
    AccountName: account.name,
    ...(subscription === null || invoice !== undefined ? {} : contractValues(subscription, locale)),
    ...(invoice === undefined ? {} : invoiceValues(invoice, locale)),
    ...transferContent(kind, invoice),
    ...(payment === undefined ? {} : paymentValues(payment, locale)),
    ...(link === undefined ? {} : { QuoteNumber: link.number, ExpiryDate: writtenDate(link.expiresOn, locale) }),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
}

/** The content of the QR code in a mail that asks for a bank transfer. */
function transferContent(kind: CustomerMailKind, invoice: InvoiceRow | undefined): Record<string, string> {
  const isAsked = attachedDocument(kind) === "invoice" && invoice !== undefined && invoice.seller !== null;
  const content = isAsked && invoice.seller !== null ? transferCodeOf(invoice, invoice.seller) : null;
  return content === null ? {} : { [TRANSFER_CONTENT]: content };
}
