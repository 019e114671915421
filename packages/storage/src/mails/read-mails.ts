import type { Tx } from "../database/tx.ts";
import { listRows, type ListPage, type ListQuery } from "../lists/list.ts";
import { MAIL_FIELDS, type MailRow } from "./mail-row.ts";

export function listMails(tx: Tx, query: ListQuery): Promise<ListPage<MailRow>> {
  return listRows<MailRow>(tx, { table: "mail", fields: MAIL_FIELDS }, query);
}

export async function findMails(
  tx: Tx,
  ids: readonly string[],
  lock: "for no key update" | "" = "",
): Promise<MailRow[]> {
  return tx.sql<MailRow>(`select * from mail where organization_id = $1 and id = any($2) order by id ${lock}`, [
    tx.organizationId,
    ids,
  ]);
}
