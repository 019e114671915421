import { lockWebhookSecrets, resealWebhookSecret } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { SealedSecret } from "../secrets/index.ts";
import { signingSecretOf } from "./webhook-secrets.ts";

/** The signing secrets of the organization's endpoints, so that they can be encrypted with another key. */
export async function sealedWebhookSecrets(work: Work): Promise<SealedSecret[]> {
  const rows = await lockWebhookSecrets(work.tx);
  return rows.map(({ endpointId, number, sealed }) => ({
    place: signingSecretOf(work, endpointId),
    sealed,
    replace: (anew) => resealWebhookSecret(work.tx, { endpointId, number, sealed: anew }),
  }));
}
