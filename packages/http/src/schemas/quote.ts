import { BILLING_FREQUENCIES, PRODUCT_PAYMENT_TERMS, QUOTE_STATES, QUOTED_TERMS } from "@counterfoil/service";
import Type from "typebox";
import { address } from "./account.ts";
import { brand } from "./brand.ts";
import { entitlementValue, resets } from "./entitlement.ts";
import { priceMembers } from "./price.ts";
import { currency, decimal, email, instant, instantInput, nullable, oneOf, record } from "./schema.ts";
import { subscription, versionDiscount, versionThreshold } from "./subscription.ts";

const text = nullable(Type.String());
const sha256 = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", description });

const {
  id: _id,
  metricIds: _metricIds,
  taxRateIds: _taxRateIds,
  archivedAt: _archivedAt,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...shownOfPrice
} = priceMembers;
const quotedPrice = record({
  ...shownOfPrice,
  product: record({
    name: Type.String(),
    description: text,
    unitLabel: text,
    billingFrequency: oneOf(BILLING_FREQUENCIES),
    paymentTerms: oneOf(PRODUCT_PAYMENT_TERMS),
  }),
  metrics: Type.Array(record({ name: Type.String(), description: text }), {
    description: "The metrics that count the usage.",
  }),
});

const { id: _discountId, ...shownOfDiscount } = versionDiscount.properties;
const { id: _thresholdId, ...shownOfThreshold } = versionThreshold.properties;
const quotedScope = record({
  type: versionDiscount.properties.scope.properties.type,
  names: Type.Array(Type.String(), {
    description: "Names of the items, as the customer sees them. Empty for the type `global`.",
  }),
});
const quotedVersion = record({
  startDate: nullable(instant),
  endDate: nullable(Type.String({ format: "date-time", description: "The start of the next version." })),
  priceGroups: Type.Array(record({ name: text, description: text, prices: Type.Array(quotedPrice) })),
  entitlements: Type.Array(record({ feature: Type.String(), value: entitlementValue, resets }), {
    description: "What the customer can use, by feature name.",
  }),
  discounts: Type.Optional(
    Type.Array(record({ ...shownOfDiscount, scope: quotedScope }), {
      description: "Discounts of the version. Missing from quotes of earlier releases.",
    }),
  ),
  thresholds: Type.Optional(
    Type.Array(record({ ...shownOfThreshold, scope: quotedScope }), {
      description: "Minimum and maximum spend of the version. Missing from quotes of earlier releases.",
    }),
  ),
});

const { conversionRate: _number, ...quotedTerms } = Type.Pick(subscription, [...QUOTED_TERMS]).properties;

const quotedSum = {
  currency,
  subtotal: decimal,
  taxes: Type.Array(
    record({
      name: Type.String(),
      percentage: decimal,
      categoryCode: Type.String(),
      inclusive: Type.Boolean(),
      base: decimal,
      amount: decimal,
    }),
  ),
  total: decimal,
};
const quotedFigures = record(
  {
    recurring: Type.Array(
      record({ interval: nullable(Type.String({ description: "Null for a one-off charge." })), ...quotedSum }),
      { description: "Total of the fixed prices of the first version, by interval, before discounts." },
    ),
    contract: nullable(
      record(
        {
          ...quotedSum,
          isWithoutUsage: Type.Boolean({ description: "Whether usage is billed in addition." }),
        },
        { description: "Total for the whole fixed term, without usage. Null if the contract has no end." },
      ),
    ),
  },
  {
    description:
      "Totals of the offer at the prices and tax rates when it was sent. Missing from quotes of earlier releases.",
  },
);

const quoteDocument = record(
  {
    subscriptionId: Type.String(),
    seller: record({
      name: Type.String(),
      legalName: text,
      address: nullable(address),
      country: text,
      taxId: text,
      registrationNumber: text,
      email: text,
    }),
    buyer: record({ name: Type.String(), address: nullable(address), country: text, taxId: text }),
    timezone: Type.String({ description: "IANA name of the time zone in which the dates of the terms are dates." }),
    terms: record({ ...quotedTerms, conversionRate: nullable(decimal) }),
    versions: Type.Array(quotedVersion),
    figures: Type.Optional(quotedFigures),
  },
  { description: "The offer, frozen when it was sent." },
);

/** A quote as shown to anyone with its link. */
export const quote = record({
  status: subscription.properties.status,
  expiresAt: Type.String({ format: "date-time", description: "When the link stops working." }),
  acceptedAt: nullable(instant),
  signerName: text,
  sha256: sha256("The hash of the canonical JSON (RFC 8785) of `document`. An acceptance signs this hash."),
  brand,
  document: quoteDocument,
});

const quoteNumber = {
  number: nullable(
    Type.String({
      description:
        "The number of the quote, assigned when its first link is created. Later links keep it. Null for a link of " +
        "an earlier release.",
      examples: ["Q-2026-0001"],
    }),
  ),
  revision: Type.Integer({
    minimum: 1,
    description: "1 for the first offer. A changed offer has the next revision, and so has an offer after a decline.",
  }),
  reference: nullable(
    Type.String({
      description: "The number as printed, with the revision from the second one on.",
      examples: ["Q-2026-0001-2"],
    }),
  ),
};

/** What the holder of a link can do with it. */
export const quoteState = record(
  {
    ...quoteNumber,
    state: oneOf(
      QUOTE_STATES,
      "open: it can be accepted or declined. accepted and declined: the customer answered. closed: the subscription " +
        "was activated without a signature.",
    ),
    decline: nullable(
      record(
        { declinerName: Type.String(), reason: text, declinedAt: instant },
        { title: "QuoteDeclineShown", description: "Null unless this link was declined." },
      ),
    ),
  },
  { title: "QuoteState" },
);

/** The quote of a subscription, as the seller sees it. */
export const subscriptionQuote = record(
  {
    ...quoteNumber,
    sentAt: Type.String({ format: "date-time", description: "When its last link was created." }),
    expiresAt: Type.String({ format: "date-time", description: "When its last link stops working." }),
    sha256: sha256("The hash of the offer of the last link."),
    declines: Type.Array(
      record(
        {
          revision: Type.Integer({ description: "The revision that was declined." }),
          declinerName: Type.String(),
          declinerEmail: text,
          reason: text,
          declinedAt: instant,
          networkAddress: Type.String({ description: "The IPv4 or IPv6 address of the person who declined." }),
          sha256: sha256("The hash of the offer that was declined."),
        },
        { title: "QuoteDecline" },
      ),
      {
        description:
          "Every decline, latest first. The quote is declined if the subscription is a draft and has a decline.",
      },
    ),
  },
  { title: "SubscriptionQuote" },
);

export const sentQuote = record({
  subscription,
  quoteUrl: Type.String({
    format: "uri",
    description: "The page to give to the customer. Only this response shows it.",
  }),
  token: Type.String({ description: "The secret token in `quoteUrl`." }),
  expiresAt: instant,
});

const name = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });

export const acceptance = record({
  signerName: name,
  signerEmail: email,
  signerJobTitle: Type.Optional(nullable(name)),
});

export const declining = record(
  {
    declinerName: name,
    declinerEmail: Type.Optional(nullable(email)),
    reason: Type.Optional(nullable(Type.String({ maxLength: 1_000, description: "Shown to the seller." }))),
  },
  { title: "QuoteDeclining" },
);

export const signature = record({
  signerName: Type.String(),
  signerEmail: Type.String(),
  signerJobTitle: text,
  signedAt: instant,
  networkAddress: Type.String({ description: "The IPv4 or IPv6 address of the signer." }),
  sha256: sha256("The hash of the UTF-8 bytes of `content`."),
  content: Type.String({ description: "What was signed: the quote's `document` as canonical JSON (RFC 8785)." }),
});

export const sending = record({
  expiresAt: Type.Optional(
    nullable(
      Type.String({
        ...instantInput,
        description: "When the link stops working. Defaults to 30 days from now; at most 366 days.",
      }),
    ),
  ),
  sendEmail: Type.Optional(Type.Boolean({ description: "Whether to email the link to the signer. True if omitted." })),
});

export const quoteCreation = record({
  quoteTemplateId: Type.String({ minLength: 1, maxLength: 255, description: "ID of the plan for the quote." }),
  accountId: Type.String({ minLength: 1, maxLength: 255, description: "ID or alias of the account." }),
  activate: Type.Optional(
    Type.Boolean({ description: "True activates the subscription immediately. Otherwise it stays a draft." }),
  ),
});
