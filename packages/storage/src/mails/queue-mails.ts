import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { MailRow } from "./mail-row.ts";

/** The members of a mail before its first attempt. */
export type NewMail = Pick<
  MailRow,
  | "id"
  | "kind"
  | "recipient"
  | "recipientName"
  | "occasion"
  | "accountId"
  | "invoiceId"
  | "subscriptionId"
  | "paymentId"
  | "locale"
  | "particulars"
  | "linkToken"
>;

/** Adds mails to the outbox, except those whose occasion already has one. Returns the IDs of the new mails. */
export async function insertMails(tx: Tx, mails: readonly NewMail[], at: string): Promise<string[]> {
  if (mails.length === 0) return [];
  const { columns, source, values } = unnested(mails, MEMBERS);
  const rows = await tx.sql<{ id: string }>(
    `insert into mail (organization_id, ${columns}, status, round, attempts, created_at, updated_at)
     select $1, ${columns}, 'queued', 1, 0, $${values.length + 2}, $${values.length + 2} from ${source}
     on conflict (organization_id, occasion) do nothing returning id`,
    [tx.organizationId, ...values, at],
    "insert-mails",
  );
  return rows.map(({ id }) => id);
}

const MEMBERS = {
  id: "text",
  kind: "text",
  recipient: "text",
  recipientName: "text",
  occasion: "text",
  accountId: "text",
  invoiceId: "text",
  subscriptionId: "text",
  paymentId: "text",
  locale: "text",
  particulars: "json",
  linkToken: "text",
} as const;
