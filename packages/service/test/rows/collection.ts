import type { CollectionRow, PaymentSettingsRow } from "@counterfoil/storage";

/** An invoice that is collected automatically, before its first attempt. */
export const collection = (members: Partial<CollectionRow> = {}): CollectionRow => ({
  invoiceId: "inv_1",
  testClockId: null,
  isAutomatic: true,
  attempts: 0,
  failedAt: null,
  reminders: 0,
  attemptAt: null,
  reminderAt: null,
  outcomeAt: null,
  updatedAt: "2024-03-03T00:00:00.000Z",
  ...members,
});

/** Three retries, two reminders, and then the invoice is given up. */
export const paymentSettings = (members: Partial<PaymentSettingsRow> = {}): PaymentSettingsRow => ({
  provider: "manual",
  sealedStripeSecretKey: null,
  stripePublishableKey: null,
  sealedStripeWebhookSecret: null,
  dunningSchedule: [3, 5, 7],
  dunningReminders: [2, 6],
  dunningOutcome: "uncollectible",
  updatedAt: null,
  ...members,
});
