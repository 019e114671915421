import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { MailKind } from "./mail-row.ts";

/** What an organization says instead of the built-in words, in one language. */
export interface MailTemplateRow {
  kind: MailKind;
  locale: string;
  subject: string;
  textBody: string;
  /** Null: the text is laid out as the built-in templates are. */
  htmlBody: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Every template of the organization, in every language. */
export async function findMailTemplates(tx: Tx): Promise<MailTemplateRow[]> {
  return tx.sql<MailTemplateRow>(
    `select kind, locale, subject, text_body, html_body, created_at, updated_at from mail_template
     where organization_id = $1 order by kind, locale`,
    [tx.organizationId],
  );
}

export async function saveMailTemplate(tx: Tx, template: MailTemplateRow): Promise<void> {
  const { subject, textBody, htmlBody, updatedAt } = template;
  await tx.all(
    build
      .insertInto("mailTemplate")
      .values({ ...template, organizationId: tx.organizationId })
      .onConflict((conflict) =>
        conflict.columns(["organizationId", "kind", "locale"]).doUpdateSet({ subject, textBody, htmlBody, updatedAt }),
      ),
  );
}

export async function deleteMailTemplate(tx: Tx, kind: MailKind, locale: string): Promise<void> {
  await tx.sql("delete from mail_template where organization_id = $1 and kind = $2 and locale = $3", [
    tx.organizationId,
    kind,
    locale,
  ]);
}
