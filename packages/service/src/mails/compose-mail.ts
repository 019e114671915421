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

/** What an organization's mails are made with. */
export interface MailOffice {
  readonly organization: OrganizationRow;
  readonly settings: MailSettings;
  readonly templates: readonly MailTemplateRow[];
  /** Where the pages for customers are, without a slash at the end. */
  readonly publicUrl: string;
  /** The invoices of which something is to be paid by now; since a mail was written, one may have been paid or voided. */
  readonly payable: ReadonlySet<string>;
}

/** A mail as it is read: its template filled with what was written down when it happened. */
export function composeMail(office: MailOffice, mail: MailRow): RenderedMail {
  const { organization, templates } = office;
  const template = templateParts(chooseTemplate(templates, mail.kind, mail.locale), mail.kind, mail.locale);
  return renderMail(template, {
    ...organizationValues(organization, `cid:${LOGO_CONTENT_ID}`),
    ...mail.particulars,
    ...linkValues(office, mail),
  });
}

/** Where the links of a mail lead, and what it shows of paying: nothing where nothing is to be paid any more. */
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

/** The names of what is attached for the reader, without drawing it. */
export function attachmentsOf(mail: MailRow): MailAttachment[] {
  const name = attachmentName(mail);
  return name === null ? [] : [{ fileName: `${name.replaceAll(/[^\w.-]/g, "_")}.pdf`, contentType: "application/pdf" }];
}

function attachmentName({ kind, invoiceId, paymentId, particulars }: MailRow): string | null {
  const document = attachedDocument(kind);
  if (document === "receipt") return paymentId === null ? null : particulars["ReceiptNumber"] || `receipt-${paymentId}`;
  return document === null || invoiceId === null ? null : (particulars["InvoiceNumber"] ?? invoiceId);
}

/** The bytes of what is attached, as they are handed out elsewhere. */
function drawAttached(context: Context, { kind, invoiceId, paymentId }: MailRow): Promise<SealedPdf> {
  return attachedDocument(kind) === "receipt"
    ? renderReceiptPdf(context, paymentId ?? "")
    : renderInvoicePdf(context, invoiceId ?? "");
}

/** A mail as it goes out, with its PDF and the logo. Nothing may be locked meanwhile: the PDF is drawn here. */
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
