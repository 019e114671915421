import {
  deleteMailTemplate,
  findMailTemplates,
  getOrganization,
  type MailKind,
  type MailTemplateRow,
  type OrganizationRow,
  saveMailTemplate,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { templateFaults } from "./fill-template.ts";
import { chooseTemplate, templateParts } from "./render-mail.ts";
import { templateNames } from "./template-names.ts";

/** A template as the API returns it. */
export interface MailTemplateResource {
  kind: MailKind;
  locale: string;
  subject: string;
  text: string;
  html: string | null;
  /** True if nothing was set for this locale or its language, so that this is the built-in template. */
  isBuiltIn: boolean;
  placeholders: string[];
}

export interface MailTemplateInput {
  subject: string;
  text: string;
  html?: string | null;
}

/** The template for mails of a kind in a locale, by default the organization's locale. */
export function getMailTemplate(context: Context, kind: MailKind, given?: string): Promise<MailTemplateResource> {
  return read(context, async (tx) => {
    const locale = await chosenLocale(tx, given);
    return shown(kind, locale, chooseTemplate(await findMailTemplates(tx), kind, locale));
  });
}

/** Sets the organization's own text for one locale. Rejects unknown placeholders (422). */
export function putMailTemplate(
  context: Context,
  kind: MailKind,
  input: MailTemplateInput,
  given?: string,
): Promise<MailTemplateResource> {
  return transact(context, async (work) => {
    const locale = await lockLocale(work.tx, given);
    refuseFaults(mailTemplateFaults(kind, input));
    const templates = await findMailTemplates(work.tx);
    await requireUnchanged(work, () => shown(kind, locale, chooseTemplate(templates, kind, locale)));
    const before = exactly(templates, kind, locale);
    const now = work.clock.now();
    const row: MailTemplateRow = {
      kind,
      locale,
      subject: input.subject,
      textBody: input.text,
      htmlBody: input.html ?? null,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    await saveMailTemplate(work.tx, row);
    await audit(work, {
      action: "mail_template.updated",
      objectId: `${kind} ${locale}`,
      before: before === undefined ? null : shown(kind, locale, before),
      after: shown(kind, locale, row),
    });
    return shown(kind, locale, row);
  });
}

/** Restores the built-in text. */
export function resetMailTemplate(context: Context, kind: MailKind, given?: string): Promise<void> {
  return transact(context, async (work) => {
    const locale = await lockLocale(work.tx, given);
    const before = exactly(await findMailTemplates(work.tx), kind, locale);
    if (before === undefined) throw notFound("custom template for", `${kind} in ${locale}`);
    await requireUnchanged(work, () => shown(kind, locale, before));
    await deleteMailTemplate(work.tx, kind, locale);
    await audit(work, {
      action: "mail_template.deleted",
      objectId: `${kind} ${locale}`,
      before: shown(kind, locale, before),
    });
  });
}

/** All faults of the parts of a template. */
export function mailTemplateFaults(kind: MailKind, parts: Partial<MailTemplateInput>): Fault[] {
  const names = templateNames(kind);
  const faults: Fault[] = [];
  for (const member of ["subject", "text", "html"] as const) {
    const found = templateFaults(parts[member] ?? "", names);
    faults.push(...found.map((fault) => ({ pointer: `/${member}`, ...fault })));
  }
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(parts.subject ?? "")) {
    faults.push({ pointer: "/subject", code: "control_character", detail: "The subject must be one line of text." });
  }
  return faults;
}

/** A language tag in canonical form, such as `de-AT`; the organization's if none is given. */
export function readLocale(
  given: string | undefined,
  organization: Pick<OrganizationRow, "locale">,
): { locale: string; faults: Fault[] } {
  if (given === undefined) return { locale: organization.locale, faults: [] };
  try {
    const [locale = given] = Intl.getCanonicalLocales(given);
    return { locale, faults: [] };
  } catch {
    const detail = `${JSON.stringify(given)} is not a language tag. Use one such as de or de-AT.`;
    return { locale: organization.locale, faults: [{ pointer: "/locale", code: "unknown_locale", detail }] };
  }
}

/** The same, but throws if the tag is invalid. */
async function chosenLocale(tx: Tx, given: string | undefined): Promise<string> {
  return requireLocale(given, await getOrganization(tx));
}

/** The same for a write. It takes a lock, so that the second of two concurrent writes finds the template changed. */
async function lockLocale(tx: Tx, given: string | undefined): Promise<string> {
  return requireLocale(given, await getOrganization(tx, "for no key update"));
}

function requireLocale(given: string | undefined, organization: Pick<OrganizationRow, "locale">): string {
  const { locale, faults } = readLocale(given, organization);
  refuseFaults(faults);
  return locale;
}

function exactly(templates: readonly MailTemplateRow[], kind: MailKind, locale: string): MailTemplateRow | undefined {
  return templates.find((template) => template.kind === kind && template.locale === locale);
}

function shown(kind: MailKind, locale: string, own: MailTemplateRow | undefined): MailTemplateResource {
  const { subject, text, html } = templateParts(own, kind, locale);
  return {
    kind,
    locale,
    subject,
    text,
    html: own === undefined ? html : own.htmlBody,
    isBuiltIn: own === undefined,
    placeholders: [...templateNames(kind)],
  };
}
