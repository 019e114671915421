import { findMails, listMails as list, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { organizationWithPicture } from "../documents/index.ts";
import { notFound } from "../errors/index.ts";
import { withLink } from "./link-token.ts";
import { type Mail, type MailSummary, toMail, toMailSummary } from "./mail.ts";

export async function listMails(context: Context, query: ListQuery): Promise<ListPage<MailSummary>> {
  const { rows, total } = await read(context, (tx) => list(tx, query));
  return { rows: rows.map(toMailSummary), total };
}

export function getMail(context: Context, id: string): Promise<Mail> {
  return read(context, async (tx) => {
    const [row] = await findMails(tx, [id]);
    if (row === undefined) throw notFound("mail", id);
    return toMail(withLink(context, row), (await organizationWithPicture(tx)).logoUrl);
  });
}
