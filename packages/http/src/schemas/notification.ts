import { ALERT_MEASURES, type NotificationType } from "@counterfoil/service";
import Type, { type TSchema } from "typebox";
import { account } from "./account.ts";
import { creditConversion, creditGrant, creditNote } from "./credit.ts";
import { invoice } from "./invoice.ts";
import { payment } from "./payment.ts";
import { subscriptionQuote } from "./quote.ts";
import { currency, decimal, instant, nullable, oneOf, record } from "./schema.ts";
import { spendLimit } from "./spend-limit.ts";
import { subscription, version } from "./subscription.ts";
import { webhookEndpoint } from "./webhook.ts";

const id = Type.String();

const creditBalance = record({
  accountId: id,
  currency: nullable(currency),
  metricId: nullable(id),
  balance: decimal,
  threshold: nullable({ ...decimal, description: "The threshold that was crossed, if any." }),
});

const expiredGrant = record({
  ...creditGrant.properties,
  expiredAmount: { ...decimal, description: "The balance that expired." },
});

const thresholdReached = record({
  alertId: id,
  alertName: Type.String(),
  accountId: id,
  subscriptionId: nullable(Type.String({ description: "The subscription whose billing period it is." })),
  metricId: id,
  measure: oneOf(ALERT_MEASURES),
  currency: nullable(currency),
  threshold: decimal,
  value: { ...decimal, description: "The usage or cost when the threshold was detected." },
  period: nullable(record({ from: instant, to: instant })),
  reachedAt: instant,
});

/** Identifies what could not be billed by one of these three IDs. */
const failedInvoice = record({
  subscriptionId: Type.Optional(id),
  invoiceId: Type.Optional(id),
  accountId: Type.Optional(id),
  failure: Type.String(),
});

const rejectedEvents = record({
  from: instant,
  to: { ...instant, description: "The end of the minute, exclusive." },
  rejected: Type.Integer({ description: "The number of events." }),
  reasons: Type.Array(
    record({
      code: Type.String({
        description:
          "The code that ingestion returned. value_… for events that were stored but have a value that a metric " +
          "cannot read.",
      }),
      rejected: Type.Integer(),
      samples: Type.Array(record({ uniqueId: nullable(Type.String()), detail: Type.String() }), {
        description: "The first few events.",
      }),
    }),
  ),
});

const spendLimitReached = record({
  spendLimitId: id,
  ...Type.Pick(spendLimit, ["accountId", "metricId", "productId", "appliesTo", "currency", "amount", "enforcement"])
    .properties,
  share: Type.Integer({ description: "The percentage of the limit that was reached." }),
  spent: { ...decimal, description: "What usage of the period costs, with tax." },
  periodStart: Type.String({ format: "date", description: "The first day of the billing period." }),
  reachedAt: instant,
});

const marginLow = record({
  accountId: id,
  currency: {
    ...currency,
    description: "The currency of the figures: the reporting currency, or else the default one.",
  },
  revenue: decimal,
  cost: decimal,
  margin: decimal,
  marginPercent: nullable(Type.String({ ...decimal, description: "Null without revenue." })),
  percent: { ...decimal, description: "The percentage of `marginAlert`." },
  month: Type.String({ format: "date", description: "The first day of the month." }),
  noticedAt: instant,
});

/** A note without its text and without names, which only the organization's people read. */
const mentioningNote = record({
  id,
  accountId: id,
  authorType: Type.String(),
  authorId: id,
  mentioned: Type.Array(id, { description: "The people who are newly mentioned." }),
  createdAt: instant,
  updatedAt: instant,
});
const declinedSubscription = record({ ...subscription.properties, quote: nullable(subscriptionQuote) });

interface Told {
  readonly summary: string;
  /** The schema of `data`. */
  readonly data: TSchema;
}

/** Every notification type and its data. A missing type is a compile error. */
export const NOTIFICATIONS: Readonly<Record<NotificationType | "webhook_endpoint.test", Told>> = {
  "account.created": { summary: "An account was created", data: account },
  "account.updated": { summary: "An account was updated", data: account },
  "account.note.mentioned": { summary: "People were mentioned in a note", data: mentioningNote },
  "subscription.sent": { summary: "A quote was sent", data: subscription },
  "subscription.accepted": { summary: "A quote was accepted", data: subscription },
  "subscription.declined": { summary: "A quote was declined", data: declinedSubscription },
  "subscription.activated": { summary: "A subscription was activated", data: subscription },
  "subscription.updated": { summary: "A subscription was updated", data: subscription },
  "subscription.started": { summary: "The contract of a subscription started", data: subscription },
  "subscription.cancelation_scheduled": { summary: "The end of a subscription was scheduled", data: subscription },
  "subscription.canceled": { summary: "A subscription ended", data: subscription },
  "subscription.renewed": { summary: "A subscription was renewed", data: subscription },
  "subscription.paused": { summary: "A subscription was paused", data: subscription },
  "subscription.resumed": { summary: "A subscription resumed after a pause", data: subscription },
  "subscription.version.published": { summary: "A version was published", data: version },
  "subscription.version.superseded": { summary: "A version was superseded", data: version },
  "invoice.created": { summary: "A draft invoice was created", data: invoice },
  "invoice.issued": { summary: "An invoice was issued", data: invoice },
  "invoice.paid": { summary: "An invoice was paid", data: invoice },
  "invoice.overdue": { summary: "An invoice became overdue", data: invoice },
  "invoice.voided": { summary: "An invoice was voided", data: invoice },
  "invoice.failed": { summary: "Something could not be billed, issued or collected", data: failedInvoice },
  "invoice.reminder": { summary: "A customer was reminded of an invoice", data: invoice },
  "payment.created": { summary: "A payment was received", data: payment },
  "payment.failed": { summary: "A payment failed", data: payment },
  "payment.refunded": { summary: "A payment was refunded", data: payment },
  "usage.threshold_reached": { summary: "Usage crossed a threshold of an alert", data: thresholdReached },
  "spend_limit.reached": { summary: "Usage reached a percentage of a spend limit", data: spendLimitReached },
  "margin.low": { summary: "The margin of an account is low", data: marginLow },
  "credit_note.issued": { summary: "A credit note was issued", data: creditNote },
  "credit.granted": { summary: "Prepaid credit was granted", data: creditGrant },
  "credit.balance_low": { summary: "Prepaid credit is low", data: creditBalance },
  "credit.balance_depleted": { summary: "Prepaid credit is used up", data: creditBalance },
  "credit.expired": { summary: "Prepaid credit expired", data: expiredGrant },
  "credit.converted": { summary: "Account credit was converted to another currency", data: creditConversion },
  "event.rejected": {
    summary: "Usage events were rejected, or have values that a metric cannot read",
    data: rejectedEvents,
  },
  "webhook_endpoint.test": { summary: "A test of a webhook endpoint", data: webhookEndpoint },
};
