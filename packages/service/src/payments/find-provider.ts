import { getPaymentSettings, type PaymentSettingsRow } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import type { SecretPlace } from "../secrets/index.ts";
import type { PaymentProvider } from "./provider.ts";

/** The storage place for which a Stripe key is encrypted. */
export function stripeSecret(organizationId: string, name: "secret_key" | "webhook_secret"): SecretPlace {
  return { organizationId, holder: "stripe", name };
}

/** The organization's payment provider. Undefined if payments are recorded manually. */
export async function findProvider(context: Context): Promise<PaymentProvider | undefined> {
  return providerOf(context, await read(context, getPaymentSettings));
}

async function providerOf(
  { organizationId, paymentApi, secrets }: Pick<Context, "organizationId" | "paymentApi" | "secrets">,
  settings: PaymentSettingsRow,
): Promise<PaymentProvider | undefined> {
  switch (settings.provider) {
    case "manual":
      return undefined;
    case "stripe": {
      const { sealedStripeSecretKey: sealedKey, sealedStripeWebhookSecret: sealedWebhookSecret } = settings;
      if (sealedKey === null) return undefined;
      const keys = {
        organizationId,
        secretKey: secrets.open(sealedKey, stripeSecret(organizationId, "secret_key")),
        publishableKey: settings.stripePublishableKey,
        webhookSecret:
          sealedWebhookSecret && secrets.open(sealedWebhookSecret, stripeSecret(organizationId, "webhook_secret")),
      };
      // Loaded for the first payment: Stripe's SDK has hundreds of files, and most servers start without it.
      const { createStripeProvider } = await import("./stripe/stripe-provider.ts");
      return createStripeProvider(keys, paymentApi);
    }
  }
}
