import { findPrice, updatePrice as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type Price, toPrice } from "./price.ts";

/**
 * Archives a price: new bundles, plans and subscriptions cannot use it. Existing ones continue. Archiving it again
 * changes nothing.
 */
export function archivePrice(context: Context, id: string): Promise<Price> {
  return setArchived(context, id, true);
}

/** Makes an archived price available again. */
export function unarchivePrice(context: Context, id: string): Promise<Price> {
  return setArchived(context, id, false);
}

function setArchived(context: Context, id: string, archived: boolean): Promise<Price> {
  return transact(context, async (work) => {
    const before = await findPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("price", id);
    if ((before.archivedAt !== null) === archived) return toPrice(before);
    const now = work.clock.now();
    const after = { ...before, archivedAt: archived ? now : null, updatedAt: now };
    await save(work.tx, after);
    await audit(work, {
      action: archived ? "price.archived" : "price.unarchived",
      objectId: id,
      before: toPrice(before),
      after: toPrice(after),
    });
    return toPrice(after);
  });
}
