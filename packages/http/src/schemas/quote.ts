import { BILLING_FREQUENCIES, PRODUCT_PAYMENT_TERMS, QUOTED_TERMS } from "@counterfoil/service";
import Type from "typebox";
import { address, email } from "./account.ts";
import { brand } from "./brand.ts";
import { entitlementValue, resets } from "./entitlement.ts";
import { priceMembers } from "./price.ts";
import { currency, decimal, instant, instantInput, nullable, oneOf, record } from "./schema.ts";
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
  metrics: Type.Array(record({ name: Type.String(), description: text }), { description: "What usage is counted." }),
});

const { id: _discountId, ...shownOfDiscount } = versionDiscount.properties;
const { id: _thresholdId, ...shownOfThreshold } = versionThreshold.properties;
const quotedScope = record({
  type: versionDiscount.properties.scope.properties.type,
  names: Type.Array(Type.String(), {
    description: "Of the items, as the customer sees them; none of the type global.",
  }),
});
const quotedVersion = record({
  startDate: nullable(instant),
  endDate: nullable(Type.String({ format: "date-time", description: "Where the next version starts." })),
  priceGroups: Type.Array(record({ name: text, description: text, prices: Type.Array(quotedPrice) })),
  entitlements: Type.Array(record({ feature: Type.String(), value: entitlementValue, resets }), {
    description: "What the customer may use, by the names of the features.",
  }),
  discounts: Type.Optional(
    Type.Array(record({ ...shownOfDiscount, scope: quotedScope }), {
      description: "What the version takes off. Missing from quotes of earlier releases.",
    }),
  ),
  thresholds: Type.Optional(
    Type.Array(record({ ...shownOfThreshold, scope: quotedScope }), {
      description: "What the version costs at least and at most. Missing from quotes of earlier releases.",
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
      record({ interval: nullable(Type.String({ description: "Null: charged once." })), ...quotedSum }),
      { description: "What the fixed prices of the first version come to, by interval, before discounts." },
    ),
    contract: nullable(
      record(
        {
          ...quotedSum,
          isWithoutUsage: Type.Boolean({ description: "Whether usage is billed on top." }),
        },
        { description: "What the whole fixed term is billed, without usage. Null where the contract has no end." },
      ),
    ),
  },
  {
    description:
      "What the offer comes to, by the prices and tax rates that were known when it was sent. Missing from quotes of earlier releases.",
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
    timezone: Type.String({ description: "IANA name of the zone in which the dates of the terms are dates." }),
    terms: record({ ...quotedTerms, conversionRate: nullable(decimal) }),
    versions: Type.Array(quotedVersion),
    figures: Type.Optional(quotedFigures),
  },
  { description: "What is offered, frozen when it was sent." },
);

/** A quote as whoever holds its link sees it. */
export const quote = record({
  status: subscription.properties.status,
  expiresAt: Type.String({ format: "date-time", description: "When the link stops working." }),
  acceptedAt: nullable(instant),
  signerName: text,
  sha256: sha256("Over the canonical JSON (RFC 8785) of `document`: what an acceptance signs."),
  brand,
  document: quoteDocument,
});

export const sentQuote = record({
  subscription,
  quoteUrl: Type.String({ format: "uri", description: "The page to pass on to the customer. It is shown only here." }),
  token: Type.String({ description: "What makes the link unguessable; it stands in `quoteUrl`." }),
  expiresAt: instant,
});

const name = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });

export const acceptance = record({
  signerName: name,
  signerEmail: email,
  signerJobTitle: Type.Optional(nullable(name)),
});

export const signature = record({
  signerName: Type.String(),
  signerEmail: Type.String(),
  signerJobTitle: text,
  signedAt: instant,
  networkAddress: Type.String({ description: "Where the acceptance came from: an IPv4 or IPv6 address." }),
  sha256: sha256("Over the bytes of `content` in UTF-8."),
  content: Type.String({ description: "What was signed: the quote's `document` as canonical JSON (RFC 8785)." }),
});

export const sending = record({
  expiresAt: Type.Optional(
    nullable(
      Type.String({
        ...instantInput,
        description: "When the link stops working; in 30 days when left out, in 366 at most.",
      }),
    ),
  ),
  sendEmail: Type.Optional(
    Type.Boolean({ description: "Whether the link goes to the signer by e-mail; true when left out." }),
  ),
});

export const quoteCreation = record({
  quoteTemplateId: Type.String({ minLength: 1, maxLength: 255, description: "Id of the plan it is made from." }),
  accountId: Type.String({ minLength: 1, maxLength: 255, description: "Id or alias of the account." }),
  activate: Type.Optional(Type.Boolean({ description: "True activates it at once; otherwise it stays a draft." })),
});
