import { findBundle, updateBundle as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type Bundle, toBundle } from "./bundle.ts";

/**
 * Archives a price bundle: plans and subscriptions can no longer add it. What is already sold stays sold. Archiving it
 * again changes nothing.
 */
export function archiveBundle(context: Context, id: string): Promise<Bundle> {
  return setArchived(context, id, true);
}

/** Makes an archived price bundle available again. */
export function unarchiveBundle(context: Context, id: string): Promise<Bundle> {
  return setArchived(context, id, false);
}

function setArchived(context: Context, id: string, archived: boolean): Promise<Bundle> {
  return transact(context, async (work) => {
    const before = await findBundle(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("price bundle", id);
    if ((before.archivedAt !== null) === archived) return toBundle(work.tx, before);
    const now = work.clock.now();
    const after = { ...before, archivedAt: archived ? now : null, updatedAt: now };
    await save(work.tx, after);
    await audit(work, { action: archived ? "bundle.archived" : "bundle.unarchived", objectId: id, before, after });
    return toBundle(work.tx, after);
  });
}
