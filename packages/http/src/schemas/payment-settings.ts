import { DUNNING_OUTCOMES, PAYMENT_PROVIDERS } from "@counterfoil/service";
import Type from "typebox";
import { nullable, oneOf, record } from "./schema.ts";

const MOST_STEPS = 20;
const days = (minimum: number, description: string) =>
  Type.Array(Type.Integer({ minimum, maximum: 365 }), { maxItems: MOST_STEPS, description });

const dunning = {
  schedule: days(
    1,
    "Days after the first failure on which Counterfoil retries an automatic payment. For other invoices, days " +
      "after the due date. The schedule ends on the last of these days.",
  ),
  reminders: days(1, "Days after the due date on which Counterfoil sends a reminder (`invoice.reminder`)."),
  outcome: oneOf(DUNNING_OUTCOMES, "What happens to an invoice that is still unpaid at the end of the schedule."),
};

export const paymentSettings = record({
  provider: oneOf(PAYMENT_PROVIDERS),
  stripe: record({
    publishableKey: nullable(Type.String()),
    hasSecretKey: Type.Boolean(),
    hasWebhookSecret: Type.Boolean(),
  }),
  dunning: record(dunning),
});

const secret = (description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255, pattern: "^[!-~]+$", description })));

export const paymentSettingsChange = record({
  provider: Type.Optional(oneOf(PAYMENT_PROVIDERS)),
  stripe: Type.Optional(
    record({
      secretKey: secret("Can be set but not read."),
      publishableKey: secret("Passed to the browsers of customers."),
      webhookSecret: secret("The secret with which Stripe signs its webhooks. Can be set but not read."),
    }),
  ),
  dunning: Type.Optional(
    record({
      schedule: Type.Optional(dunning.schedule),
      reminders: Type.Optional(dunning.reminders),
      outcome: Type.Optional(dunning.outcome),
    }),
  ),
});

export const paymentMethod = record({
  id: Type.String({ description: "The ID at the provider." }),
  type: Type.String(),
  brand: nullable(Type.String()),
  last4: nullable(Type.String()),
  expiryMonth: nullable(Type.Integer()),
  expiryYear: nullable(Type.Integer()),
});

export const paymentMethodSetup = record({
  provider: Type.String(),
  publishableKey: nullable(Type.String()),
  clientSecret: Type.String(),
});
