import { getPaymentSettings, savePaymentSettings } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { SealedSecret } from "../secrets/index.ts";
import { stripeSecret } from "./find-provider.ts";

const KEYS = [
  ["secret_key", "sealedStripeSecretKey"],
  ["webhook_secret", "sealedStripeWebhookSecret"],
] as const;

/** The provider's keys as stored, in a locked row. */
export async function sealedProviderKeys(work: Work): Promise<SealedSecret[]> {
  let settings = await getPaymentSettings(work.tx, "for no key update");
  return KEYS.flatMap(([name, member]) => {
    const sealed = settings[member];
    const replace = async (anew: string) => {
      settings = { ...settings, [member]: anew };
      await savePaymentSettings(work.tx, { ...settings, updatedAt: settings.updatedAt ?? work.clock.now() });
    };
    return sealed === null ? [] : [{ place: stripeSecret(work.organizationId, name), sealed, replace }];
  });
}
