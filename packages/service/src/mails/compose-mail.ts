import { qrPng } from "@counterfoil/documents";
import type { MailAttachment, MailRow, MailTemplateRow, OrganizationRow } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import type { SealedPdf } from "../documents/index.ts";
import { renderInvoicePdf, renderReceiptPdf } from "../printing/index.ts";
import { mailLogo } from "./brand.ts";
import { attachedDocument } from "./default-template.ts";
import { inOneLine, type TemplateValues } from "./fill-template.ts";
import type { MailMessage, MailMessagePart } from "./mail-message.ts";
import type { MailSettings } from "./mail-settings.ts";
import { TRANSFER_CONTENT, TRANSFER_CONTENT_ID } from "./transfer-picture.ts";
import {
  chooseTemplate,
  LOGO_CONTENT_ID,
  organizationValues,
  type RenderedMail,
  renderMail,
  templateParts,
} from "./render-mail.ts";

/** The data that all mails of an organization need. */
export interface MailOffice {
  readonly organization: OrganizationRow;
  readonly settings: MailSettings;
  readonly templates: readonly MailTemplateRow[];
  /** The base URL of the customer pages, without a trailing slash. */
  readonly publicUrl: string;
  /** The invoices on which something is due now. An invoice may have been paid or voided since the mail was written. */
  readonly payable: ReadonlySet<string>;
}

/** A mail as its reader sees it: its template filled with the values recorded when the event happened. */
export function composeMail(office: MailOffice, mail: MailRow): RenderedMail {
  const { organization, templates } = office;
  const template = templateParts(chooseTemplate(templates, mail.kind, mail.locale), mail.kind, mail.locale);
  return renderMail(template, {
    ...organizationValues(organization, `cid:${LOGO_CONTENT_ID}`),
    ...mail.particulars,
    ...linkValues(office, mail),
  });
}

/** The links of a mail and its payment details. Empty if nothing is due any more. */
function linkValues({ publicUrl, payable }: MailOffice, mail: MailRow): TemplateValues {
  const { kind, linkToken, invoiceId } = mail;
  const linked = (page: string) => (linkToken === null ? "" : `${publicUrl}/${page}/${linkToken}`);
  if (kind === "quote") return { QuoteUrl: linked("quote") };
  if (attachedDocument(kind) !== "invoice") return {};
  if (invoiceId === null || !payable.has(invoiceId)) {
    return { AmountDue: "", DueDate: "", PayUrl: "", LinkExpiryDate: "", TransferCodeUrl: "" };
  }
  const isScanned = mail.particulars[TRANSFER_CONTENT] !== undefined;
  return { PayUrl: linked("invoice"), TransferCodeUrl: isScanned ? `cid:${TRANSFER_CONTENT_ID}` : "" };
}

/** The names of the attachments, without rendering them. */
export function attachmentsOf(mail: MailRow): MailAttachment[] {
  const name = attachmentName(mail);
  return name === null ? [] : [{ fileName: `${name.replaceAll(/[^\w.-]/g, "_")}.pdf`, contentType: "application/pdf" }];
}

function attachmentName({ kind, invoiceId, paymentId, particulars }: MailRow): string | null {
  const document = attachedDocument(kind);
  if (document === "receipt") return paymentId === null ? null : particulars["ReceiptNumber"] || `receipt-${paymentId}`;
  return document === null || invoiceId === null ? null : (particulars["InvoiceNumber"] ?? invoiceId);
}

/** The bytes of the attachment, the same as in a download. */
function drawAttached(context: Context, { kind, invoiceId, paymentId }: MailRow): Promise<SealedPdf> {
  return attachedDocument(kind) === "receipt"
    ? renderReceiptPdf(context, paymentId ?? "")
    : renderInvoicePdf(context, invoiceId ?? "");
}

/** A mail ready to send, with its PDF and the logo. No lock may be held, because this renders the PDF. */
export async function mailMessage(
  context: Context,
  { organization, settings }: MailOffice,
  mail: MailRow,
  rendered: RenderedMail,
): Promise<MailMessage> {
  const [attached] = attachmentsOf(mail);
  const attachments: MailMessagePart[] = [];
  if (attached !== undefined) {
    const { bytes } = await drawAttached(context, mail);
    attachments.push({ ...attached, bytes, contentId: null });
  }
  const logo = mailLogo(organization.logoUrl);
  if (logo !== null && rendered.html.includes(`cid:${LOGO_CONTENT_ID}`)) {
    attachments.push({ ...logo, fileName: "logo", contentId: LOGO_CONTENT_ID });
  }
  const content = mail.particulars[TRANSFER_CONTENT];
  if (content !== undefined && rendered.html.includes(`cid:${TRANSFER_CONTENT_ID}`)) {
    const picture = { fileName: "transfer.png", contentType: "image/png", contentId: TRANSFER_CONTENT_ID };
    attachments.push({ ...picture, bytes: qrPng(content) });
  }
  return {
    messageId: `${mail.id}.${mail.round}`,
    writtenAt: mail.createdAt,
    from: { name: inOneLine(settings.senderName ?? organization.name) },
    replyTo: settings.replyTo ?? organization.email,
    to: { name: inOneLine(mail.recipientName ?? ""), address: mail.recipient },
    ...rendered,
    attachments,
  };
}
