import { lockWebhookSecrets, resealWebhookSecret } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { SealedSecret } from "../secrets/index.ts";
import { signingSecretOf } from "./webhook-secrets.ts";

/** What requests to the organization's endpoints are signed with, so that it can be sealed under another key. */
export async function sealedWebhookSecrets(work: Work): Promise<SealedSecret[]> {
  const rows = await lockWebhookSecrets(work.tx);
  return rows.map(({ endpointId, number, sealed }) => ({
    place: signingSecretOf(work, endpointId),
    sealed,
    replace: (anew) => resealWebhookSecret(work.tx, { endpointId, number, sealed: anew }),
  }));
}
