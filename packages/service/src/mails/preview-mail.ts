import {
  findAccountsById,
  findInvoices,
  findMailTemplates,
  findSubscription,
  getOrganization,
  type MailKind,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { invalid, refuseFaults } from "../errors/domain-error.ts";
import { layOutOwnText } from "./default-template.ts";
import type { TemplateValues } from "./fill-template.ts";
import { contractValues, invoiceValues } from "./mail-values.ts";
import { chosenLocale, mailTemplateFaults, type MailTemplateInput } from "./manage-templates.ts";
import { chooseTemplate, organizationValues, type RenderedMail, renderMail, templateParts } from "./render-mail.ts";
import { sampleValues } from "./sample-values.ts";

export interface MailPreviewInput extends Partial<MailTemplateInput> {
  locale?: string;
  invoiceId?: string;
  subscriptionId?: string;
}

/**
 * A mail of a kind as it would be sent: about the invoice or subscription that is named, else with sample values, and from the
 * parts that are given, else from the template as it stands. Nothing is sent or kept.
 */
export function previewMail(context: Context, kind: MailKind, input: MailPreviewInput): Promise<RenderedMail> {
  refuseFaults(mailTemplateFaults(kind, input));
  return read(context, async (tx) => {
    const locale = await chosenLocale(tx, input.locale);
    const organization = await getOrganization(tx);
    const standing = templateParts(chooseTemplate(await findMailTemplates(tx), kind, locale), kind, locale);
    const text = input.text ?? standing.text;
    const html = input.html ?? (input.text === undefined ? standing.html : layOutOwnText(text, locale));
    let values: TemplateValues = sampleValues(organization, locale);
    if (input.invoiceId !== undefined) {
      const [invoice] = await findInvoices(tx, [input.invoiceId]);
      if (invoice === undefined) throw unknown("invoiceId", "invoice", input.invoiceId);
      const [account] = await findAccountsById(tx, [invoice.accountId]);
      values = { ...values, ...invoiceValues(invoice, locale), AccountName: account?.name };
    }
    if (input.subscriptionId !== undefined) {
      const subscription = await findSubscription(tx, input.subscriptionId);
      if (subscription === undefined) throw unknown("subscriptionId", "subscription", input.subscriptionId);
      values = { ...values, ...contractValues(subscription, locale) };
    }
    return renderMail(
      { subject: input.subject ?? standing.subject, text, html },
      { ...values, ...organizationValues(organization, organization.logoUrl ?? "") },
    );
  });
}

function unknown(member: string, what: string, id: string) {
  return invalid([{ pointer: `/${member}`, code: "not_found", detail: `There is no ${what} ${JSON.stringify(id)}.` }]);
}
