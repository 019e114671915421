import {
  type AccountTagCount,
  findAccount,
  findAccountTags,
  findTagsOfAccounts,
  listAccountTags,
  type ListPage,
  type ListQuery,
  lockAccount,
  replaceAccountTags,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { changedTags, type TagChange, tagFaults, tidyTags } from "./changed-tags.ts";

interface Tags {
  tags: string[];
}

export function getTagsOf(context: Context, idOrAlias: string): Promise<Tags> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return { tags: await findAccountTags(tx, account.id) };
  });
}

/** Replaces the tags of an account. Spaces around a tag are removed, and a repeated tag counts once. */
export function setTagsOf(context: Context, idOrAlias: string, given: readonly string[]): Promise<Tags> {
  return writeTags(context, idOrAlias, () => {
    const tags = tidyTags(given);
    refuseFaults(tagFaults(tags, "/tags"));
    return tags;
  });
}

/** Adds and removes single tags, so that two users who tag an account at the same time both succeed. */
export function changeTagsOf(context: Context, idOrAlias: string, change: TagChange): Promise<Tags> {
  return writeTags(context, idOrAlias, (before) => {
    const tags = changedTags(before, change);
    refuseFaults(tagFaults(tags, "/add"));
    return tags;
  });
}

/** The tags of the organization's accounts, with the number of accounts. */
export function listTags(context: Context, query: ListQuery): Promise<ListPage<AccountTagCount>> {
  return read(context, (tx) => listAccountTags(tx, query));
}

/** The tags of each of these accounts, in one statement. */
export async function withTags<Row extends { readonly id: string }>(
  context: Context,
  { rows, total }: ListPage<Row>,
): Promise<ListPage<Row & { tags: string[] }>> {
  if (rows.length === 0) return { rows: [], total };
  const found = await read(context, (tx) =>
    findTagsOfAccounts(
      tx,
      rows.map(({ id }) => id),
    ),
  );
  const tagsOf = Map.groupBy(found, ({ accountId }) => accountId);
  return { rows: rows.map((row) => ({ ...row, tags: (tagsOf.get(row.id) ?? []).map(({ tag }) => tag) })), total };
}

/** Audits nothing if the tags stay the same. */
function writeTags(
  context: Context,
  idOrAlias: string,
  decide: (before: readonly string[]) => readonly string[],
): Promise<Tags> {
  return transact(context, async (work) => {
    const account = await lockAccount(work.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const before = await findAccountTags(work.tx, account.id);
    await requireUnchanged(work, () => ({ tags: before }));
    const wanted = decide(before);
    if (wanted.length === before.length && wanted.every((tag) => before.includes(tag))) return { tags: before };
    await replaceAccountTags(work.tx, account.id, wanted);
    const tags = await findAccountTags(work.tx, account.id);
    await audit(work, { action: "account.tagged", objectId: account.id, before: { tags: before }, after: { tags } });
    return { tags };
  });
}
