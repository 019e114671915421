import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";
import type { MailKind } from "../checks.gen.ts";

/** An organization's replacement for a built-in text, in one language. */
export type MailTemplateRow = Row<"mailTemplate">;

/** All templates of the organization, in every language. */
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
