import { findProduct, updateProduct as saveProduct } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import type { Product } from "./product.ts";

/** Archives a product: new prices cannot use it. Archiving it again changes nothing. */
export function archiveProduct(context: Context, id: string): Promise<Product> {
  return setArchived(context, id, true);
}

/** Makes an archived product available again. */
export function unarchiveProduct(context: Context, id: string): Promise<Product> {
  return setArchived(context, id, false);
}

function setArchived(context: Context, id: string, archived: boolean): Promise<Product> {
  return transact(context, async (work) => {
    const before = await findProduct(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("product", id);
    if ((before.archivedAt !== null) === archived) return before;
    const now = work.clock.now();
    const after = { ...before, archivedAt: archived ? now : null, updatedAt: now };
    await saveProduct(work.tx, after);
    await audit(work, { action: archived ? "product.archived" : "product.unarchived", objectId: id, before, after });
    return after;
  });
}
