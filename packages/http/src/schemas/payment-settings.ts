import { DUNNING_OUTCOMES, PAYMENT_PROVIDERS } from "@counterfoil/service";
import Type from "typebox";
import { nullable, oneOf, record } from "./schema.ts";

const MOST_STEPS = 20;
const days = (minimum: number, description: string) =>
  Type.Array(Type.Integer({ minimum, maximum: 365 }), { maxItems: MOST_STEPS, description });

const dunning = {
  schedule: days(
    1,
    "Days after the first failure on which an automatic payment is tried again; of other invoices, days after the due date. " +
      "The last one is the end.",
  ),
  reminders: days(1, "Days after the due date on which a reminder is written (invoice.reminder)."),
  outcome: oneOf(DUNNING_OUTCOMES, "What becomes of an invoice that is not paid when the schedule has ended."),
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
      secretKey: secret("Written and never shown."),
      publishableKey: secret("Given to the browsers of customers."),
      webhookSecret: secret("Written and never shown: what Stripe signs its webhooks with."),
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
  id: Type.String({ description: "The provider's." }),
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
