import Type from "typebox";
import { account, accountBalance, accountChange } from "./account.ts";
import { brand } from "./brand.ts";
import { begunPayment } from "./hosted-invoice.ts";
import { invoice } from "./invoice.ts";
import { payment } from "./payment.ts";
import { currency, decimal, instant, nullable, oneOf, record } from "./schema.ts";
import { REASONS, subscription } from "./subscription.ts";

const MOST_HOURS = 2_160;
const { id, name, status, pausedAt, resumesAt, endedAt } = subscription.properties;

export const portalLinkCreation = record({
  expiresInHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_HOURS, description: "Default 72, maximum 90 days." }),
  ),
  returnUrl: Type.Optional(
    nullable(
      Type.String({
        format: "uri",
        pattern: "^https?://",
        maxLength: 2_000,
        description: "The address that the page links back to.",
      }),
    ),
  ),
  mayCancel: Type.Optional(
    Type.Boolean({ description: "Whether the customer can cancel subscriptions. False if omitted." }),
  ),
});

export const portalLink = record({
  url: Type.String({ description: "The page to give to the customer. Only this response shows it." }),
  id: Type.String({ description: "Use it to revoke the link. It does not open the page." }),
  token: Type.String({ description: "The secret token in `url`." }),
  expiresAt: instant,
});

export const portalSession = record({
  sessionUrl: Type.String({ description: "The page to give to the customer. Only this response shows it." }),
});

export const shownPortalLink = record({
  id: Type.String({ description: "`link_` and the first 26 digits of the hexadecimal SHA-256 of the token." }),
  status: oneOf(["open", "expired", "revoked"]),
  mayCancel: Type.Boolean(),
  returnUrl: nullable(Type.String()),
  expiresAt: instant,
  revokedAt: nullable(instant),
  createdAt: instant,
});

const details = Type.Pick(account, [
  "name",
  "billingAddress",
  "billingEmail",
  "contactName",
  "contactEmail",
  "taxId",
  "taxCountry",
]).properties;
export const billingDetails = record(details);
export const billingDetailsChange = record(
  Type.Pick(accountChange, ["name", "billingAddress", "billingEmail", "taxId", "taxCountry"]).properties,
);

const usage = record({
  metric: Type.String(),
  unitLabel: nullable(Type.String()),
  quantity: decimal,
  included: nullable(
    Type.String({ format: "decimal", description: "The quantity without further charges. Null if there is none." }),
  ),
  periodStart: instant,
  periodEnd: instant,
});

const upcoming = Type.Pick(invoice, [
  "billingDate",
  "currency",
  "subtotal",
  "tax",
  "total",
  "amountRemaining",
  "amountCredited",
]).properties;
const listed = Type.Pick(invoice, [
  "id",
  "number",
  "issueDate",
  "dueDate",
  "timezone",
  "currency",
  "total",
  "amountRemaining",
  "amountCredited",
  "status",
]).properties;

const paid = Type.Pick(payment, [
  "id",
  "receiptNumber",
  "date",
  "currency",
  "amount",
  "refundedAmount",
  "method",
  "invoiceId",
]).properties;

export const portal = record({
  asOf: Type.String({ format: "date-time", description: "The account's current time." }),
  timezone: Type.String({ description: "IANA name of the account's time zone, in which instants are dates." }),
  expiresAt: instant,
  returnUrl: nullable(Type.String()),
  mayCancel: Type.Boolean(),
  canPayOnline: Type.Boolean(),
  brand,
  account: record({ ...details, currency }),
  subscriptions: Type.Array(
    record({
      id,
      name,
      plan: nullable(Type.String()),
      status,
      currency,
      startsAt: instant,
      pausedAt,
      resumesAt,
      endedAt,
      currentPeriod: nullable(record({ start: instant, end: instant })),
      renewsAt: nullable(Type.String({ format: "date-time", description: "Set if the subscription renews." })),
      endsAt: nullable(
        Type.String({ format: "date-time", description: "Set if the subscription ends or was canceled." }),
      ),
      isCanceled: Type.Boolean(),
      canCancel: Type.Boolean({ description: "Whether the customer can cancel it here now." }),
      usage: Type.Array(usage, { description: "The usage so far in the current billing periods." }),
      upcomingInvoice: nullable(record(upcoming)),
    }),
  ),
  invoices: Type.Array(
    record({
      ...listed,
      pdfPath: Type.String({ description: "Relative to /public/portal/{token}." }),
      paymentLinkPath: nullable(
        Type.String({ description: "Send a POST to this path to create a payment page. Null if the invoice is paid." }),
      ),
    }),
    { description: "The latest 100 invoices." },
  ),
  payableTogether: Type.Array(
    record({
      currency,
      invoiceCount: Type.Integer({ description: "How many invoices one request pays: at most 20." }),
      total: Type.String({ format: "decimal", description: "The amount due of these invoices." }),
      furtherCount: Type.Integer({ description: "Open invoices beyond the 20 that are due first." }),
    }),
    {
      description:
        "Currencies with two or more open invoices, which `POST …/payments` pays at once. Empty if customers cannot " +
        "pay online.",
    },
  ),
  payments: Type.Array(
    record({
      ...paid,
      invoiceNumber: nullable(Type.String()),
      receiptPath: Type.String({ description: "Relative to /public/portal/{token}." }),
    }),
    { description: "The latest 100 payments that were received." },
  ),
  balance: accountBalance,
});

export const portalCancellation = record({
  reason: Type.Optional(nullable(oneOf(REASONS))),
  reasonDescription: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
});

export const portalCanceled = record(Type.Pick(subscription, ["id", "status", "cancelsAt"]).properties);

export const portalUsageQuery = Type.Object(
  {
    month: Type.Optional(
      Type.String({
        pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$",
        description: "One of the last 12 months, to get its days. Omit it to get the 12 months.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const portalUsage = record({
  timezone: Type.String({ description: "IANA name of the time zone in which days and months begin." }),
  unit: oneOf(["month", "day"]),
  from: instant,
  to: instant,
  months: Type.Array(Type.String(), { description: "The last 12 months, the latest first, such as `2026-11`." }),
  metrics: Type.Array(
    record({
      metric: Type.String(),
      unitLabel: nullable(Type.String()),
      quantity: Type.String({ format: "decimal", description: "Over the whole period." }),
      periods: Type.Array(record({ from: instant, to: instant, quantity: decimal }), {
        description: "Each month or day, in order.",
      }),
    }),
    { description: "The metrics that the account's contracts bill." },
  ),
});

export const portalPayAll = record({ currency });

export const portalPayments = record({
  currency,
  total: Type.String({ format: "decimal", description: "The sum of the payments that were started." }),
  provider: Type.String(),
  publishableKey: nullable(Type.String()),
  invoices: Type.Array(
    record({
      invoiceId: Type.String(),
      invoiceNumber: nullable(Type.String()),
      amount: decimal,
      payment: nullable(begunPayment),
      formAmount: nullable(
        Type.Integer({ description: "`amount` in the unit of the provider's form, such as cents." }),
      ),
      problem: nullable(Type.String({ description: "Why the payment could not be started." })),
    }),
  ),
  furtherCount: Type.Integer({ description: "Open invoices that are left for another request." }),
});
