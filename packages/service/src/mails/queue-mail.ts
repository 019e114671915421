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

/** What a mail is about, with all that it needs read already. */
export interface MailOccasion {
  readonly kind: CustomerMailKind;
  /** What happened, unique among the mails of one kind about one object: written twice, it is one mail. */
  readonly occasion: string;
  readonly account: AccountRow;
  /** Null for a one-off invoice. */
  readonly subscription: SubscriptionRow | null;
  readonly invoice?: InvoiceRow;
  readonly payment?: ReceivedPayment;
  /** Of a quote. */
  readonly link?: { readonly token: string; readonly expiresOn: string };
  /** Instead of those whom it goes to by itself. */
  readonly recipients?: readonly Recipient[];
  /** Asked for by somebody: the switches are for what goes out by itself. */
  readonly isByHand?: boolean;
}

/** Puts mails into the outbox in the transaction of what they tell, where nothing switches them off. Answers their ids. */
export async function queueMails(
  work: Work,
  organization: OrganizationRow,
  occasions: readonly MailOccasion[],
): Promise<string[]> {
  const now = work.clock.now();
  const own = await ownTemplates(work, organization, occasions);
  const made = occasions.filter(isWanted).flatMap((occasion) => newMails(work, organization, own, occasion));
  const mails = made.map((mail) => mail.mail);
  const ids = new Set(await insertMails(work.tx, mails, now));
  // Of what was written before, the link is in that mail.
  const links = made.flatMap(({ mail, payLink }) => (payLink !== null && ids.has(mail.id) ? [payLink] : []));
  await openPayLinks(work.tx, links, now);
  return mails.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** The organization's templates, where a mail is in a language that is not offered: only they can speak it. */
async function ownTemplates(
  { tx }: Work,
  organization: OrganizationRow,
  occasions: readonly MailOccasion[],
): Promise<MailTemplateRow[]> {
  const locales = occasions.map(({ account }) => localeFor(organization, account));
  return locales.some((locale) => writtenLocale(locale) !== locale) ? findMailTemplates(tx) : [];
}

/** A mail with the link that it carries to the page of its invoice; null where nothing is to be paid. */
interface MadeMail {
  readonly mail: NewMail;
  readonly payLink: PayLink | null;
}

/**
 * The same for one mail about an invoice, by the invoice's id: a receipt of a payment, a reminder. Inside the transaction of
 * what causes it.
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

/** One mail for each recipient, so that each has a fate of its own. */
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
  // Amounts and dates are in the language of the text around them.
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

/** A link of its own for each mail that asks to pay an invoice. */
function payLinkOf(work: Work, { kind, invoice }: MailOccasion): PayLink | null {
  if (attachedDocument(kind) !== "invoice" || invoice === undefined || !asksToPay(invoice)) return null;
  return makePayLink(invoice, "mail", work.clock.now());
}

/** What the placeholders stand for, written out as it is now. */
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
    ...(link === undefined ? {} : { ExpiryDate: writtenDate(link.expiresOn, locale) }),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
}

/** What the QR code of a mail holds that asks for a transfer. */
function transferContent(kind: CustomerMailKind, invoice: InvoiceRow | undefined): Record<string, string> {
  const isAsked = attachedDocument(kind) === "invoice" && invoice !== undefined && invoice.seller !== null;
  const content = isAsked && invoice.seller !== null ? transferCodeOf(invoice, invoice.seller) : null;
  return content === null ? {} : { [TRANSFER_CONTENT]: content };
}
