import Type from "typebox";
import { account, accountBalance, accountChange } from "./account.ts";
import { brand } from "./brand.ts";
import { invoice } from "./invoice.ts";
import { currency, decimal, instant, nullable, oneOf, record } from "./schema.ts";
import { REASONS, subscription } from "./subscription.ts";

const MOST_HOURS = 2_160;
const { id, name, status, pausedAt, resumesAt, endedAt } = subscription.properties;

export const portalLinkCreation = record({
  expiresInHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_HOURS, description: "72 when left out, 90 days at most." }),
  ),
  returnUrl: Type.Optional(
    nullable(
      Type.String({
        format: "uri",
        pattern: "^https?://",
        maxLength: 2_000,
        description: "Where the page leads back to.",
      }),
    ),
  ),
  mayCancel: Type.Optional(Type.Boolean({ description: "Whether subscriptions can be canceled; not when left out." })),
});

export const portalLink = record({
  url: Type.String({ description: "The page to pass on to the customer. It is shown only here." }),
  id: Type.String({ description: "What the link is revoked by. It opens nothing." }),
  token: Type.String({ description: "What makes the link unguessable; it stands in `url`." }),
  expiresAt: instant,
});

export const shownPortalLink = record({
  id: Type.String({ description: "`link_` and the first 26 digits of the SHA-256 of its token, in hexadecimal." }),
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
    Type.String({ format: "decimal", description: "What nothing more is charged for; null for none." }),
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

export const portal = record({
  asOf: Type.String({ format: "date-time", description: "The account's present." }),
  timezone: Type.String({ description: "IANA name of the account's zone, in which instants are dates." }),
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
      renewsAt: nullable(Type.String({ format: "date-time", description: "Of one that goes on." })),
      endsAt: nullable(Type.String({ format: "date-time", description: "Of one that ends or was canceled." })),
      isCanceled: Type.Boolean(),
      canCancel: Type.Boolean({ description: "Whether it can be canceled here now." }),
      usage: Type.Array(usage, { description: "So far in the billing periods that run." }),
      upcomingInvoice: nullable(record(upcoming)),
    }),
  ),
  invoices: Type.Array(
    record({
      ...listed,
      pdfPath: Type.String({ description: "Below /public/portal/{token}." }),
      paymentLinkPath: nullable(
        Type.String({ description: "To POST to, for a page to pay it on; null where it is paid." }),
      ),
    }),
    { description: "The latest hundred." },
  ),
  balance: accountBalance,
});

export const portalCancellation = record({
  reason: Type.Optional(nullable(oneOf(REASONS))),
  reasonDescription: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
});

export const portalCanceled = record(Type.Pick(subscription, ["id", "status", "cancelsAt"]).properties);
