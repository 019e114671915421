import { findAccount, findAccountMetadata, lockAccount, writeAccountMetadata } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { type MetadataChange, metadataFaults, metadataWrite } from "./changed-metadata.ts";

interface Metadata {
  metadata: Record<string, string>;
}

export function getMetadataOf(context: Context, idOrAlias: string): Promise<Metadata> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return { metadata: await findAccountMetadata(tx, account.id) };
  });
}

/**
 * Sets and removes single keys. The audit log contains the keys but not the values, so that an erasure of the account
 * removes all of them.
 */
export function updateMetadataOf(context: Context, idOrAlias: string, change: MetadataChange): Promise<Metadata> {
  return transact(context, async (work) => {
    const account = await lockAccount(work.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const before = await findAccountMetadata(work.tx, account.id);
    await requireUnchanged(work, () => ({ metadata: before }));
    refuseFaults(metadataFaults(before, change));
    const { set, removed } = metadataWrite(before, change);
    const setKeys = Object.keys(set);
    if (setKeys.length === 0 && removed.length === 0) return { metadata: before };
    await writeAccountMetadata(work.tx, account.id, { set, removed });
    const after = { ...(setKeys.length > 0 && { setKeys }), ...(removed.length > 0 && { removedKeys: removed }) };
    await audit(work, { action: "account.metadata_updated", objectId: account.id, after });
    return { metadata: await findAccountMetadata(work.tx, account.id) };
  });
}
