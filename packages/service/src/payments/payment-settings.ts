import {
  getPaymentSettings,
  getOrganization,
  type PaymentSettingsRow,
  savePaymentSettings,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { requireUnchanged } from "../precondition.ts";
import { stripeSecret } from "./find-provider.ts";

export interface Dunning {
  /**
   * Days after the first failure on which an automatic payment is retried. For other invoices, days after the due date.
   */
  schedule: number[];
  /** Days after the due date on which a reminder is sent. */
  reminders: number[];
  /** What happens to an invoice that is still unpaid after the schedule. */
  outcome: PaymentSettingsRow["dunningOutcome"];
}

/** The organization's payment settings as the API returns them. Of secrets they show only whether they are set. */
export interface PaymentSettings {
  provider: PaymentSettingsRow["provider"];
  stripe: { publishableKey: string | null; hasSecretKey: boolean; hasWebhookSecret: boolean };
  dunning: Dunning;
}

export interface PaymentSettingsInput {
  provider?: PaymentSettingsRow["provider"];
  stripe?: { secretKey?: string | null; publishableKey?: string | null; webhookSecret?: string | null };
  dunning?: Partial<Dunning>;
}

export function readPaymentSettings(context: Context): Promise<PaymentSettings> {
  return read(context, async (tx) => toPaymentSettings(await getPaymentSettings(tx)));
}

/**
 * Changes the payment settings. Secrets can be written but never read: no response, audit entry or log contains them.
 */
export function updatePaymentSettings(context: Context, input: PaymentSettingsInput): Promise<PaymentSettings> {
  return transact(context, async (work) => {
    // The settings row may not exist yet, so the organization is locked.
    await getOrganization(work.tx, "for no key update");
    const before = await getPaymentSettings(work.tx);
    await requireUnchanged(work, () => toPaymentSettings(before));
    const after = { ...applyInput(work, before, input), updatedAt: work.clock.now() };
    refuseFaults(settingsFaults(after));
    await savePaymentSettings(work.tx, after);
    const shown = toPaymentSettings(after);
    await audit(work, {
      action: "payment_settings.updated",
      objectId: work.organizationId,
      before: { ...toPaymentSettings(before), secretsReplaced: false },
      after: { ...shown, secretsReplaced: hasNewSecret(before, after) },
    });
    return shown;
  });
}

function toPaymentSettings(row: PaymentSettingsRow): PaymentSettings {
  return {
    provider: row.provider,
    stripe: {
      publishableKey: row.stripePublishableKey,
      hasSecretKey: row.sealedStripeSecretKey !== null,
      hasWebhookSecret: row.sealedStripeWebhookSecret !== null,
    },
    dunning: { schedule: row.dunningSchedule, reminders: row.dunningReminders, outcome: row.dunningOutcome },
  };
}

function applyInput(
  { organizationId, secrets }: Context,
  row: PaymentSettingsRow,
  { provider, stripe, dunning }: PaymentSettingsInput,
): PaymentSettingsRow {
  const given = <Value>(value: Value | undefined, kept: Value): Value => (value === undefined ? kept : value);
  const sealed = (name: "secret_key" | "webhook_secret", secret: string | null | undefined) =>
    typeof secret === "string" ? secrets.seal(secret, stripeSecret(organizationId, name)) : secret;
  return {
    ...row,
    provider: provider ?? row.provider,
    sealedStripeSecretKey: given(sealed("secret_key", stripe?.secretKey), row.sealedStripeSecretKey),
    stripePublishableKey: given(stripe?.publishableKey, row.stripePublishableKey),
    sealedStripeWebhookSecret: given(sealed("webhook_secret", stripe?.webhookSecret), row.sealedStripeWebhookSecret),
    dunningSchedule: dunning?.schedule ?? row.dunningSchedule,
    dunningReminders: dunning?.reminders ?? row.dunningReminders,
    dunningOutcome: dunning?.outcome ?? row.dunningOutcome,
  };
}

function hasNewSecret(before: PaymentSettingsRow, after: PaymentSettingsRow): boolean {
  return (
    before.sealedStripeSecretKey !== after.sealedStripeSecretKey ||
    before.sealedStripeWebhookSecret !== after.sealedStripeWebhookSecret
  );
}

function settingsFaults(row: PaymentSettingsRow): Fault[] {
  const faults: Fault[] = [];
  if (row.provider === "stripe" && row.sealedStripeSecretKey === null) {
    const detail = "Set the secret key of your Stripe account to take payments through Stripe.";
    faults.push({ pointer: "/stripe/secretKey", code: "required", detail });
  }
  for (const name of ["schedule", "reminders"] as const) {
    const days = name === "schedule" ? row.dunningSchedule : row.dunningReminders;
    if (days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0))) continue;
    faults.push({
      pointer: `/dunning/${name}`,
      code: "not_ascending",
      detail: "Each day must be later than the one before it.",
    });
  }
  if (row.dunningOutcome !== "none" && row.dunningSchedule.length === 0) {
    const detail = "A final outcome needs a schedule. Set at least one day.";
    faults.push({ pointer: "/dunning/schedule", code: "required", detail });
  }
  return faults;
}
