import { deleteSubscription as remove } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { toSubscription } from "./subscription.ts";
import { lockFor } from "./transitions.ts";

/** Deletes a draft with its versions. What was sent, or ran, stays (409): a customer has seen it. */
export function deleteSubscription(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = toSubscription(await lockFor(work, id, "delete"), work.organizationId);
    await requireUnchanged(work, () => before);
    await remove(work.tx, id);
    await audit(work, { action: "subscription.deleted", objectId: id, before });
  });
}
