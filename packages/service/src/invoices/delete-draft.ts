import { deleteDrafts, findInvoiceLines } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { audit } from "../record.ts";
import { toInvoice } from "./invoice.ts";
import { lockInvoiceFor } from "./lock-invoice.ts";
import { requireUnchanged } from "../precondition.ts";

/** Deletes a one-off draft. Refuses a subscription's draft, which bills what is owed, and an issued invoice (409). */
export function deleteDraft(context: Context, id: string): Promise<void> {
  return transact(context, async (transaction) => {
    const { work, invoice } = await lockInvoiceFor(transaction, id, "delete");
    const before = toInvoice(invoice, await findInvoiceLines(work.tx, [id]));
    await requireUnchanged(work, () => before);
    await deleteDrafts(work.tx, [id]);
    await audit(work, { action: "invoice.deleted", objectId: id, before });
  });
}
