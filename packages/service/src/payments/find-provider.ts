import { getPaymentSettings, type PaymentSettingsRow } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import type { SecretPlace } from "../secrets/index.ts";
import type { PaymentProvider } from "./provider.ts";
import { createStripeProvider } from "./stripe/stripe-provider.ts";

/** Where a key of Stripe is sealed for. */
export function stripeSecret(organizationId: string, name: "secret_key" | "webhook_secret"): SecretPlace {
  return { organizationId, holder: "stripe", name };
}

/** Who takes payments for the organization; undefined where people record them. */
export async function findProvider(context: Context): Promise<PaymentProvider | undefined> {
  return providerOf(context, await read(context, getPaymentSettings));
}

function providerOf(
  { organizationId, paymentApi, secrets }: Pick<Context, "organizationId" | "paymentApi" | "secrets">,
  settings: PaymentSettingsRow,
): PaymentProvider | undefined {
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
      return createStripeProvider(keys, paymentApi);
    }
  }
}
