import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** How an organization's mail is sent. */
export type MailSettingsRow = Row<"mailSettings">;

/** The saved settings; undefined if none were ever saved. */
export async function findMailSettings(tx: Tx): Promise<MailSettingsRow | undefined> {
  const [row] = await tx.sql<MailSettingsRow>(
    `select sender_name, reply_to, send_from_sandbox, keep_days, reminder_days, updated_at from mail_settings
     where organization_id = $1`,
    [tx.organizationId],
    "find-mail-settings",
  );
  return row;
}

export async function saveMailSettings(tx: Tx, settings: MailSettingsRow): Promise<void> {
  await tx.all(
    build
      .insertInto("mailSettings")
      .values({ ...settings, organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(settings)),
  );
}
