import { writtenLocale } from "@counterfoil/documents";
import {
  findAccountsById,
  findInvoices,
  findMailTemplates,
  findSubscription,
  type MailKind,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { organizationWithPicture } from "../documents/index.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { layOutOwnText } from "./default-template.ts";
import type { TemplateValues } from "./fill-template.ts";
import { contractValues, invoiceValues } from "./mail-values.ts";
import { mailTemplateFaults, type MailTemplateInput, readLocale } from "./manage-templates.ts";
import { chooseTemplate, organizationValues, type RenderedMail, renderMail, templateParts } from "./render-mail.ts";
import { sampleValues } from "./sample-values.ts";

export interface MailPreviewInput extends Partial<MailTemplateInput> {
  locale?: string;
  invoiceId?: string;
  subscriptionId?: string;
}

/**
 * Previews a mail of a kind as it would be sent. It uses the named invoice or subscription, or sample values, and the
 * given parts, or the current template. Sends and stores nothing.
 */
export function previewMail(context: Context, kind: MailKind, input: MailPreviewInput): Promise<RenderedMail> {
  return read(context, async (tx) => {
    const organization = await organizationWithPicture(tx);
    const { locale, faults } = readLocale(input.locale, organization);
    faults.push(...mailTemplateFaults(kind, input));
    const own = chooseTemplate(await findMailTemplates(tx), kind, locale);
    const isOwn = own !== undefined || input.text !== undefined || input.html !== undefined;
    const formats = isOwn ? locale : writtenLocale(locale);
    const about = await valuesAbout(tx, input, formats, faults);
    refuseFaults(faults);
    const standing = templateParts(own, kind, locale);
    const text = input.text ?? standing.text;
    const html = input.html ?? (input.text === undefined ? standing.html : layOutOwnText(text, locale));
    return renderMail(
      { subject: input.subject ?? standing.subject, text, html },
      {
        ...sampleValues(organization, formats),
        ...about,
        ...organizationValues(organization, organization.logoUrl ?? ""),
      },
    );
  });
}

/** The values of the named object. An unknown ID is a fault. */
async function valuesAbout(
  tx: Tx,
  { invoiceId, subscriptionId }: MailPreviewInput,
  locale: string,
  faults: Fault[],
): Promise<TemplateValues> {
  const [invoice] = invoiceId === undefined ? [] : await findInvoices(tx, [invoiceId]);
  const subscription = subscriptionId === undefined ? undefined : await findSubscription(tx, subscriptionId);
  if (invoiceId !== undefined && invoice === undefined) faults.push(unknown("invoiceId", "invoice", invoiceId));
  if (subscriptionId !== undefined && subscription === undefined) {
    faults.push(unknown("subscriptionId", "subscription", subscriptionId));
  }
  const accountId = invoice?.accountId ?? subscription?.accountId;
  const [account] = accountId === undefined ? [] : await findAccountsById(tx, [accountId]);
  return {
    ...(account === undefined ? {} : { AccountName: account.name }),
    ...(invoice === undefined ? {} : invoiceValues(invoice, locale)),
    ...(subscription === undefined ? {} : contractValues(subscription, locale)),
  };
}

function unknown(member: string, what: string, id: string): Fault {
  return { pointer: `/${member}`, code: "not_found", detail: `There is no ${what} ${JSON.stringify(id)}.` };
}
