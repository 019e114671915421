import { findTaxRate, updateTaxRate } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { requireUnchanged } from "../precondition.ts";

/** Archives a tax rate: new invoices do not use it, and it stays readable. Archiving it again changes nothing. */
export function archiveTaxRate(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = await findTaxRate(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("tax rate", id);
    await requireUnchanged(work, () => before);
    if (before.archivedAt !== null) return;
    const now = work.clock.now();
    const after = { ...before, archivedAt: now, updatedAt: now };
    await updateTaxRate(work.tx, after);
    await audit(work, { action: "tax_rate.archived", objectId: id, before, after });
  });
}
