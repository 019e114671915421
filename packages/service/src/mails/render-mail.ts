import { languageOf } from "@counterfoil/documents";
import type { MailKind, MailTemplateRow, OrganizationRow } from "@counterfoil/storage";
import { addressLines } from "../addresses/index.ts";
import { mailLogo, readableOn } from "./brand.ts";
import { defaultTemplate, layOutOwnText, type MailTemplate } from "./default-template.ts";
import { escapeHtml, fillTemplate, inOneLine, type TemplateValues } from "./fill-template.ts";
import { wrapText } from "./wrap-text.ts";

/** A mail as its reader sees it. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The content ID of the attached logo. */
export const LOGO_CONTENT_ID = "logo";

/** The template for a kind and locale: the organization's own for the tag, or for its language, or the built-in one. */
export function chooseTemplate(
  own: readonly MailTemplateRow[],
  kind: MailKind,
  locale: string,
): MailTemplateRow | undefined {
  const ofKind = own.filter((template) => template.kind === kind);
  const { language } = new Intl.Locale(locale);
  // Traditional Chinese has its own name. Templates of a language without built-in texts use its code.
  const offered = languageOf(locale);
  const tags = [locale, ...(offered.startsWith(language) ? [offered] : []), language];
  return tags.flatMap((tag) => ofKind.find((template) => template.locale === tag) ?? [])[0];
}

/** The parts of the organization's own or the built-in template. */
export function templateParts(own: MailTemplateRow | undefined, kind: MailKind, locale: string): MailTemplate {
  if (own === undefined) return defaultTemplate(kind, locale);
  const { subject, textBody, htmlBody } = own;
  return { subject, text: textBody, html: htmlBody ?? layOutOwnText(textBody, locale) };
}

/** Fills a template. Every value is escaped in HTML, and no value can add a line to the subject. */
export function renderMail(template: MailTemplate, values: TemplateValues): RenderedMail {
  const cleaned = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, withoutControls(value ?? "")]),
  );
  return {
    subject: inOneLine(fillTemplate(template.subject, cleaned, inOneLine)),
    text: `${wrapText(tidy(fillTemplate(template.text, cleaned, (value) => value)))}\n`,
    html: fillTemplate(template.html, cleaned, escapeHtml),
  };
}

/** The organization's values for every template. `logoUrl` is the address where the mail program finds the picture. */
export function organizationValues(organization: OrganizationRow, logoUrl: string): TemplateValues {
  const { name, address, country, brandColor, email } = organization;
  return {
    OrganizationName: name,
    OrganizationEmail: email ?? "",
    OrganizationAddress: addressLines(address, country).join(", "),
    BrandColor: brandColor,
    BrandTextColor: readableOn(brandColor),
    LogoUrl: mailLogo(organization.logoUrl) === null ? "" : logoUrl,
  };
}

/** Removes control characters, which mail may not contain. */
function withoutControls(value: string): string {
  return value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "");
}

/** Reduces the gaps that empty sections leave to at most one blank line. */
function tidy(text: string): string {
  return text
    .replaceAll("\r", "")
    .replaceAll(/^(?!-- $)(.*?)[ \t]+$/gm, "$1")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
