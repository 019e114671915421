import { deleteSubscription as remove, findPreviousQuoteLink } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { toSubscription } from "./subscription.ts";
import { lockFor } from "./transitions.ts";

/**
 * Deletes a draft with its versions. A subscription that was sent or activated cannot be deleted (409), because a
 * customer has seen it. This includes a draft whose quote was declined.
 */
export function deleteSubscription(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = toSubscription(await lockFor(work, id, "delete"), work.organizationId);
    await requireUnchanged(work, () => before);
    const quote = await findPreviousQuoteLink(work.tx, id);
    if (quote !== undefined) throw wasSent(quote.number);
    await remove(work.tx, id);
    await audit(work, { action: "subscription.deleted", objectId: id, before });
  });
}

function wasSent(number: string | null): DomainError {
  const detail = `The subscription was sent to the customer as quote ${number ?? "without a number"}. You can delete only drafts that were never sent.`;
  return new DomainError("state_conflict", detail);
}
