import { insertWebhookEndpoint, replaceWebhookSecret } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { ownEventTypes } from "./event-type-aliases.ts";
import { endpointFaults, type WebhookEndpoint, type WebhookEndpointInput } from "./webhook-endpoint.ts";
import { makeWebhookSecret } from "./webhook-message.ts";
import { signingSecretOf } from "./webhook-secrets.ts";

/** Creates an endpoint that receives notifications from now on. Only the response contains its secret. */
export function createWebhookEndpoint(
  context: Context,
  input: WebhookEndpointInput & { url: string },
): Promise<WebhookEndpoint & { secret: string }> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { url, description = null, eventTypes = ["*"], enabled = true, sendFromSandbox = false } = input;
    const endpoint: WebhookEndpoint = {
      id: work.ids.next("whe"),
      url,
      description,
      eventTypes,
      enabled,
      disabledReason: enabled ? null : "manual",
      disabledAt: enabled ? null : now,
      sendFromSandbox,
      failingSince: null,
      createdAt: now,
      updatedAt: now,
    };
    refuseFaults(endpointFaults(work, endpoint));
    endpoint.eventTypes = ownEventTypes(eventTypes);
    const secret = makeWebhookSecret();
    await insertWebhookEndpoint(work.tx, endpoint);
    const sealed = work.secrets.seal(secret, signingSecretOf(work, endpoint.id));
    await replaceWebhookSecret(work.tx, { endpointId: endpoint.id, sealed, at: now, overlapsUntil: now });
    await audit(work, { action: "webhook_endpoint.created", objectId: endpoint.id, after: endpoint });
    return { ...endpoint, secret };
  });
}
