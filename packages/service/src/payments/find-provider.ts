import { getPaymentSettings, type PaymentSettingsRow } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import type { PaymentProvider } from "./provider.ts";
import { createStripeProvider } from "./stripe/stripe-provider.ts";

/** Who takes payments for the organization; undefined where people record them. */
export async function findProvider(context: Context): Promise<PaymentProvider | undefined> {
  return providerOf(context, await read(context, getPaymentSettings));
}

function providerOf(
  { organizationId, paymentApi }: Pick<Context, "organizationId" | "paymentApi">,
  settings: PaymentSettingsRow,
): PaymentProvider | undefined {
  switch (settings.provider) {
    case "manual":
      return undefined;
    case "stripe": {
      const { stripeSecretKey: secretKey, stripePublishableKey: publishableKey } = settings;
      if (secretKey === null) return undefined;
      const keys = { organizationId, secretKey, publishableKey, webhookSecret: settings.stripeWebhookSecret };
      return createStripeProvider(keys, paymentApi);
    }
  }
}
