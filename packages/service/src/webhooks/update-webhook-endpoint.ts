import { deleteWebhookEndpoint as remove, resumeDeliveries, updateWebhookEndpoint as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { ownEventTypes } from "./event-type-aliases.ts";
import { getEndpoint } from "./read-webhook-endpoints.ts";
import { endpointFaults, type WebhookEndpoint, type WebhookEndpointInput } from "./webhook-endpoint.ts";

/**
 * Changes members of an endpoint. Pending deliveries go to the new URL, and are sent immediately when the endpoint is
 * enabled again. Events that happened while it was disabled are sent only on request (`redeliverWebhooks`).
 */
export function updateWebhookEndpoint(
  context: Context,
  id: string,
  input: WebhookEndpointInput,
): Promise<WebhookEndpoint> {
  return transact(context, async (work) => {
    const before = await getEndpoint(work.tx, id, "for no key update");
    await requireUnchanged(work, () => before);
    const now = work.clock.now();
    const after: WebhookEndpoint = { ...before, ...input, updatedAt: now };
    if (after.enabled !== before.enabled) {
      after.disabledReason = after.enabled ? null : "manual";
      after.disabledAt = after.enabled ? null : now;
    }
    const isAnotherChance = (after.enabled && !before.enabled) || after.url !== before.url;
    if (isAnotherChance) after.failingSince = null;
    refuseFaults(endpointFaults(work, after));
    after.eventTypes = ownEventTypes(after.eventTypes);
    await save(work.tx, after);
    if (isAnotherChance && after.enabled) await resumeDeliveries(work.tx, id);
    await audit(work, { action: "webhook_endpoint.updated", objectId: id, before, after });
    return after;
  });
}

/** Deletes an endpoint. Nothing is sent to it any more, including pending deliveries. */
export function deleteWebhookEndpoint(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = await getEndpoint(work.tx, id, "for no key update");
    await requireUnchanged(work, () => before);
    await remove(work.tx, id, work.clock.now());
    await audit(work, { action: "webhook_endpoint.deleted", objectId: id, before });
  });
}
