import type { Tx } from "../database/tx.ts";

/** Who takes payments for the organization, with the keys that no answer and no trail ever holds. */
export interface PaymentSettingsRow {
  provider: "manual" | "stripe";
  stripeSecretKey: string | null;
  stripePublishableKey: string | null;
  stripeWebhookSecret: string | null;
  dunningSchedule: number[];
  dunningReminders: number[];
  dunningOutcome: "uncollectible" | "cancel_subscription" | "none";
  updatedAt: string | null;
}

/** What an organization has that never set anything. */
const NOTHING_SET: PaymentSettingsRow = {
  provider: "manual",
  stripeSecretKey: null,
  stripePublishableKey: null,
  stripeWebhookSecret: null,
  dunningSchedule: [],
  dunningReminders: [],
  dunningOutcome: "none",
  updatedAt: null,
};

export async function getPaymentSettings(tx: Tx, lock: "for update" | "" = ""): Promise<PaymentSettingsRow> {
  const [row] = await tx.sql<PaymentSettingsRow>(
    `select provider, stripe_secret_key, stripe_publishable_key, stripe_webhook_secret, dunning_schedule,
       dunning_reminders, dunning_outcome, updated_at
     from payment_settings where organization_id = $1 ${lock}`,
    [tx.organizationId],
  );
  return row ?? NOTHING_SET;
}

export async function savePaymentSettings(tx: Tx, settings: PaymentSettingsRow & { updatedAt: string }): Promise<void> {
  await tx.sql(
    `insert into payment_settings (organization_id, provider, stripe_secret_key, stripe_publishable_key,
       stripe_webhook_secret, dunning_schedule, dunning_reminders, dunning_outcome, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (organization_id) do update set provider = excluded.provider,
       stripe_secret_key = excluded.stripe_secret_key, stripe_publishable_key = excluded.stripe_publishable_key,
       stripe_webhook_secret = excluded.stripe_webhook_secret, dunning_schedule = excluded.dunning_schedule,
       dunning_reminders = excluded.dunning_reminders, dunning_outcome = excluded.dunning_outcome,
       updated_at = excluded.updated_at`,
    [
      tx.organizationId,
      settings.provider,
      settings.stripeSecretKey,
      settings.stripePublishableKey,
      settings.stripeWebhookSecret,
      settings.dunningSchedule,
      settings.dunningReminders,
      settings.dunningOutcome,
      settings.updatedAt,
    ],
  );
}
