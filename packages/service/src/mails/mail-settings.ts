import {
  findMailSettings,
  getOrganization,
  type MailSettingsRow,
  saveMailSettings,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { isMailAddress } from "./recipients.ts";
import { requireUnchanged } from "../precondition.ts";

/** An organization's mail settings as the API returns them. */
export type MailSettings = Omit<MailSettingsRow, "updatedAt">;

const DEFAULTS: MailSettings = {
  senderName: null,
  replyTo: null,
  sendFromSandbox: false,
  keepDays: 30,
  reminderDays: [],
};

/** The mail settings of the transaction's organization, or the defaults. */
export async function mailSettingsOf(tx: Tx): Promise<MailSettings> {
  const row = await findMailSettings(tx);
  if (row === undefined) return DEFAULTS;
  const { updatedAt: _updatedAt, ...settings } = row;
  return settings;
}

export function readMailSettings(context: Context): Promise<MailSettings> {
  return read(context, mailSettingsOf);
}

/** Changes settings. Missing members stay unchanged. */
export function updateMailSettings(context: Context, input: Partial<MailSettings>): Promise<MailSettings> {
  return transact(context, async (work) => {
    // The settings row may not exist yet, so the organization is locked.
    await getOrganization(work.tx, "for no key update");
    const before = await mailSettingsOf(work.tx);
    await requireUnchanged(work, () => before);
    const after = { ...before, ...input };
    after.reminderDays = [...new Set(after.reminderDays)].toSorted((a, b) => a - b);
    if (after.replyTo !== null && !isMailAddress(after.replyTo)) {
      refuseFaults([
        {
          pointer: "/replyTo",
          code: "wrong_format",
          detail: "replyTo must be an email address such as billing@example.com, without a name.",
        },
      ]);
    }
    await saveMailSettings(work.tx, { ...after, updatedAt: work.clock.now() });
    await audit(work, { action: "mail_settings.updated", objectId: work.organizationId, before, after });
    return after;
  });
}
