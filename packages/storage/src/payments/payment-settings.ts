import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** The organization's payment provider, with its keys encrypted: the database never contains them in plain text. */
export type PaymentSettingsRow = Row<"paymentSettings", "updatedAt"> & {
  updatedAt: string | null;
};

/** The settings of an organization that saved none. */
const NOTHING_SET: PaymentSettingsRow = {
  provider: "manual",
  sealedStripeSecretKey: null,
  stripePublishableKey: null,
  sealedStripeWebhookSecret: null,
  dunningSchedule: [],
  dunningReminders: [],
  dunningOutcome: "none",
  updatedAt: null,
};

export async function getPaymentSettings(tx: Tx, lock: "for no key update" | "" = ""): Promise<PaymentSettingsRow> {
  const [row] = await tx.sql<PaymentSettingsRow>(
    `select provider, sealed_stripe_secret_key, stripe_publishable_key, sealed_stripe_webhook_secret, dunning_schedule,
       dunning_reminders, dunning_outcome, updated_at
     from payment_settings where organization_id = $1 ${lock}`,
    [tx.organizationId],
  );
  return row ?? NOTHING_SET;
}

export async function savePaymentSettings(tx: Tx, settings: PaymentSettingsRow & { updatedAt: string }): Promise<void> {
  await tx.sql(
    `insert into payment_settings (organization_id, provider, sealed_stripe_secret_key, stripe_publishable_key,
       sealed_stripe_webhook_secret, dunning_schedule, dunning_reminders, dunning_outcome, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (organization_id) do update set provider = excluded.provider,
       sealed_stripe_secret_key = excluded.sealed_stripe_secret_key, stripe_publishable_key = excluded.stripe_publishable_key,
       sealed_stripe_webhook_secret = excluded.sealed_stripe_webhook_secret, dunning_schedule = excluded.dunning_schedule,
       dunning_reminders = excluded.dunning_reminders, dunning_outcome = excluded.dunning_outcome,
       updated_at = excluded.updated_at`,
    [
      tx.organizationId,
      settings.provider,
      settings.sealedStripeSecretKey,
      settings.stripePublishableKey,
      settings.sealedStripeWebhookSecret,
      settings.dunningSchedule,
      settings.dunningReminders,
      settings.dunningOutcome,
      settings.updatedAt,
    ],
  );
}
