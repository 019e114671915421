import { instantText } from "@counterfoil/engine";
import { findWebhookSecrets, replaceWebhookSecret } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, transact, type Work } from "../context.ts";
import { audit } from "../record.ts";
import type { SecretPlace } from "../secrets/index.ts";
import { getEndpoint } from "./read-webhook-endpoints.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";
import { makeWebhookSecret } from "./webhook-message.ts";

const OVERLAP_HOURS = 24;

/** The storage place of an endpoint's signing secret. */
export function signingSecretOf({ organizationId }: Context, endpointId: string): SecretPlace {
  return { organizationId, holder: endpointId, name: "signing_secret" };
}

/** The current signing secrets of an endpoint, the newest first. */
export async function openSigningSecrets(work: Work, endpointId: string, now: string): Promise<string[]> {
  const rows = await findWebhookSecrets(work.tx, endpointId, now);
  return rows.map(({ sealed }) => work.secrets.open(sealed, signingSecretOf(work, endpointId)));
}

/**
 * Gives an endpoint a new secret, which only the response contains. Requests are also signed with the previous secret
 * until the overlap ends. An overlap of 0 hours ends it immediately.
 */
export function rotateWebhookSecret(
  context: Context,
  id: string,
  { overlapHours = OVERLAP_HOURS }: { overlapHours?: number },
): Promise<WebhookEndpoint & { secret: string }> {
  return transact(context, async (work) => {
    const endpoint = await getEndpoint(work.tx, id, "for no key update");
    const at = work.clock.now();
    const overlapsUntil = instantText(Temporal.Instant.from(at).add({ hours: overlapHours }));
    const secret = makeWebhookSecret();
    const sealed = work.secrets.seal(secret, signingSecretOf(work, id));
    await replaceWebhookSecret(work.tx, { endpointId: id, sealed, at, overlapsUntil });
    await audit(work, { action: "webhook_endpoint.secret_rotated", objectId: id, after: { overlapsUntil } });
    return { ...endpoint, secret };
  });
}
