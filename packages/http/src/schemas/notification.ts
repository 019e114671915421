import { ALERT_MEASURES, type NotificationType } from "@counterfoil/service";
import Type, { type TSchema } from "typebox";
import { account } from "./account.ts";
import { creditConversion, creditGrant, creditNote } from "./credit.ts";
import { invoice } from "./invoice.ts";
import { payment } from "./payment.ts";
import { currency, decimal, instant, nullable, oneOf, record } from "./schema.ts";
import { subscription, version } from "./subscription.ts";
import { webhookEndpoint } from "./webhook.ts";

const id = Type.String();

const creditBalance = record({
  accountId: id,
  currency: nullable(currency),
  metricId: nullable(id),
  balance: decimal,
  threshold: nullable({ ...decimal, description: "The one that was passed, where a threshold was." }),
});

const expiredGrant = record({
  ...creditGrant.properties,
  expiredAmount: { ...decimal, description: "What was left of it." },
});

const thresholdReached = record({
  alertId: id,
  alertName: Type.String(),
  accountId: id,
  subscriptionId: nullable(Type.String({ description: "Whose billing period it is." })),
  metricId: id,
  measure: oneOf(ALERT_MEASURES),
  currency: nullable(currency),
  threshold: decimal,
  value: { ...decimal, description: "What the usage came to when it was seen." },
  period: nullable(record({ from: instant, to: instant })),
  reachedAt: instant,
});

/** What could not be billed says what it is about: one of the three. */
const failedInvoice = record({
  subscriptionId: Type.Optional(id),
  invoiceId: Type.Optional(id),
  accountId: Type.Optional(id),
  failure: Type.String(),
});

const rejectedEvents = record({
  from: instant,
  to: { ...instant, description: "The end of the minute, which is not in it." },
  rejected: Type.Integer({ description: "How many events." }),
  reasons: Type.Array(
    record({
      code: Type.String({
        description:
          "As the events were answered with; value_… for events that were taken but that a metric cannot read.",
      }),
      rejected: Type.Integer(),
      samples: Type.Array(record({ uniqueId: nullable(Type.String()), detail: Type.String() }), {
        description: "The first few.",
      }),
    }),
  ),
});

interface Told {
  readonly summary: string;
  /** What `data` is. */
  readonly data: TSchema;
}

/** Every type of notification, when there is one, and what it carries: a type that is missing here does not compile. */
export const NOTIFICATIONS: Readonly<Record<NotificationType | "webhook_endpoint.test", Told>> = {
  "account.created": { summary: "An account was made", data: account },
  "account.updated": { summary: "An account was changed", data: account },
  "subscription.sent": { summary: "A quote was sent", data: subscription },
  "subscription.accepted": { summary: "A quote was accepted", data: subscription },
  "subscription.activated": { summary: "A subscription was activated", data: subscription },
  "subscription.updated": { summary: "A subscription was changed", data: subscription },
  "subscription.started": { summary: "The contract of a subscription began", data: subscription },
  "subscription.cancelation_scheduled": { summary: "A subscription is to end", data: subscription },
  "subscription.canceled": { summary: "A subscription ended", data: subscription },
  "subscription.renewed": { summary: "A subscription was renewed", data: subscription },
  "subscription.paused": { summary: "A subscription is paused", data: subscription },
  "subscription.resumed": { summary: "A subscription goes on after a pause", data: subscription },
  "subscription.version.published": { summary: "A version was published", data: version },
  "subscription.version.superseded": { summary: "A version was followed by another", data: version },
  "invoice.created": { summary: "A draft was made", data: invoice },
  "invoice.issued": { summary: "An invoice was issued", data: invoice },
  "invoice.paid": { summary: "An invoice was paid", data: invoice },
  "invoice.overdue": { summary: "An invoice was not paid in time", data: invoice },
  "invoice.voided": { summary: "An invoice was voided", data: invoice },
  "invoice.failed": { summary: "Something could not be billed, issued or collected", data: failedInvoice },
  "invoice.reminder": { summary: "A customer was reminded of an invoice", data: invoice },
  "payment.created": { summary: "Money came in", data: payment },
  "payment.failed": { summary: "A payment failed", data: payment },
  "payment.refunded": { summary: "Money went back", data: payment },
  "usage.threshold_reached": { summary: "Usage passed a threshold of an alert", data: thresholdReached },
  "credit_note.issued": { summary: "A credit note was issued", data: creditNote },
  "credit.granted": { summary: "Prepaid credit was granted", data: creditGrant },
  "credit.balance_low": { summary: "Prepaid credit is low", data: creditBalance },
  "credit.balance_depleted": { summary: "Prepaid credit is used up", data: creditBalance },
  "credit.expired": { summary: "Prepaid credit expired", data: expiredGrant },
  "credit.converted": { summary: "Account credit was converted to another currency", data: creditConversion },
  "event.rejected": {
    summary: "Usage events were rejected, or hold values that no metric can read",
    data: rejectedEvents,
  },
  "webhook_endpoint.test": { summary: "Somebody tries an endpoint", data: webhookEndpoint },
};
