import { further } from "./further-members.ts";
import {
  datetime,
  day,
  decimalText,
  either,
  exactly,
  flag,
  idOf,
  jsonNumber,
  listOf,
  type Members,
  orNull,
  record,
  type Shape,
  text,
  whole,
  word,
} from "./shape.ts";

/** The field tables of the API as data: the fields of each response. */

const made = { createdAt: datetime, updatedAt: datetime };
const money = record({ value: decimalText });

// Accounts

const person = record({
  id: text,
  email: text,
  firstName: orNull(text),
  lastName: orNull(text),
  isPrimary: flag,
  emailPreferences: listOf(word("updates", "billing")),
});

const postalAddress = record({
  line1: orNull(text),
  line2: orNull(text),
  city: orNull(text),
  state: orNull(text),
  postalCode: orNull(text),
});

export const account = record({
  id: idOf("acct"),
  ...made,
  name: text,
  currency: text,
  aliases: listOf(text),
  contacts: listOf(person),
  contactName: orNull(text),
  contactEmail: orNull(text),
  billingEmail: orNull(text),
  billingAddress: orNull(postalAddress),
  taxCountry: orNull(text),
  taxId: orNull(text),
  taxStatus: orNull(text),
  ...further("account"),
});

// Metrics

const conditions = listOf(record({ field: text, operator: text, value: text }));

export const metric = record({
  id: idOf("metric"),
  ...made,
  organizationID: idOf("org"),
  name: text,
  description: orNull(text),
  eventName: text,
  aggregation: record({ method: text, field: orNull(text) }),
  filters: listOf(record({ operator: word("and", "or"), filters: conditions })),
  ...further("metric"),
});

// Products

export const product = record({
  id: idOf("prod"),
  ...made,
  name: text,
  description: orNull(text),
  sku: orNull(text),
  feeType: word("fixed", "metered"),
  billingFrequency: word("recurring", "one-off"),
  paymentTerms: word("advance", "arrears"),
  metricIds: listOf(idOf("metric")),
  ...further("product"),
});

// Prices, by the pricing model that each type has

const bounds = { minUnits: whole, maxUnits: orNull(whole) };
const tiers = listOf(record({ ...bounds, pricePerUnit: money, fixedFee: money }));
const percentageTiers = listOf(record({ ...bounds, percentage: money, fixedFee: money }));

/** The type of a price, the field that contains its model, and the model. */
const pricingModels: readonly (readonly [type: string, member: string, model: Shape])[] = [
  ["unit", "unitPricingModel", record({ pricePerUnit: money })],
  ["fixed", "fixedPricingModel", record({ pricePerUnit: money, units: whole, total: money })],
  ["tiered", "tieredPricingModel", record({ tiers })],
  ["graduated_percentage", "graduatedPercentagePricingModel", record({ tiers: percentageTiers })],
  [
    "volume_percentage",
    "volumePercentagePricingModel",
    record({ pricePerUnit: money, percentage: money, fixedFee: money }),
  ],
  ["prepaid_tiered", "prepaidTieredPricingModel", record({ tiers, units: whole })],
  // Defined by the specification, not by the described service: the shapes follow those of the service.
  ["graduated_tiered", "graduatedTieredPricingModel", record({ tiers })],
  ["tiered_percentage", "tieredPercentagePricingModel", record({ tiers: percentageTiers })],
];

/** R-RATE-2 names `overageInterval`. */
const prepaidFixedTiered = [
  "prepaid_fixed_tiered",
  "prepaidFixedTieredPricingModel",
  record({ tiers, units: whole, overageInterval: orNull(text) }),
] as const;

const soldProduct = record({
  id: idOf("prod"),
  name: text,
  description: orNull(text),
  billingFrequency: word("recurring", "one-off"),
  paymentTerms: word("advance", "arrears"),
  // The described service calls it "pricing model type" and shows no name.
  pricingModelType: text,
});

const priceSpend = record({ amount: money, period: text });

const priceMembers: Members = {
  id: idOf("price"),
  ...made,
  metricIds: listOf(idOf("metric")),
  billingInterval: orNull(text),
  trialPeriodDays: orNull(whole),
  minimumSpend: orNull(priceSpend),
  maximumSpend: orNull(priceSpend),
  discount: orNull(
    record({
      discountType: text,
      amount: money,
      periodLength: orNull(whole),
      periodType: orNull(text),
      endDate: orNull(datetime),
    }),
  ),
  ...further("price"),
};

/** A price inside a bundle: it contains its product and exactly one pricing model. */
const bundledPrice = either(
  ...[...pricingModels, prepaidFixedTiered].map(([type, member, model]) =>
    record({ ...priceMembers, product: soldProduct, type: exactly(type), [member]: model }),
  ),
);

/** A single price names its product. */
export const singlePrice = either(
  ...[...pricingModels, prepaidFixedTiered].map(([type, member, model]) =>
    record({
      ...priceMembers,
      ...further("singlePrice"),
      productId: idOf("prod"),
      type: exactly(type),
      [member]: model,
    }),
  ),
);

export const bundle = record({
  id: idOf("bun"),
  name: text,
  description: orNull(text),
  prices: listOf(bundledPrice),
  ...further("bundle"),
});

// Plans: the list shows these six fields, a single plan also its contents

const planMembers = { id: idOf("plan"), ...made, name: text, description: orNull(text), currency: text };
export const listedPlan = record(planMembers);
export const singlePlan = record({ ...planMembers, ...further("plan") });

// Subscriptions

const spend = record({ amount: decimalText, period: text });

export const subscription = record({
  id: idOf("sub"),
  ...made,
  organizationId: idOf("org"),
  accountId: idOf("acct"),
  name: text,
  description: orNull(text),
  status: word("draft", "sent", "accepted", "active", "canceled"),
  // The contract
  contractStartDate: datetime,
  contractEndDate: orNull(datetime),
  contractDuration: orNull(whole),
  contractPeriodType: word("monthly_rolling", "fixed"),
  trialPeriodDays: orNull(whole),
  autoRenew: flag,
  renewalPeriodType: orNull(word("monthly_rolling", "fixed")),
  renewalDuration: orNull(whole),
  renewalHistory: listOf(record({})),
  additionalTerms: orNull(text),
  termsOfServiceLinks: listOf(record({ title: text, url: text })),
  termsOfServiceFiles: listOf(record({ title: text, fileURL: text })),
  // Signing and ending
  quoteTemplateId: orNull(text),
  signerName: orNull(text),
  signerEmail: orNull(text),
  signerJobTitle: orNull(text),
  hasPDF: flag,
  sendActivationEmail: flag,
  activatedAt: orNull(datetime),
  endedAt: orNull(datetime),
  cancelationReason: orNull(word("no_longer_required", "moving_provider", "pricing", "support", "features", "other")),
  cancelationReasonDescription: orNull(text),
  // Money
  currency: text,
  sourceCurrency: orNull(text),
  conversionRate: orNull(jsonNumber),
  conversionRateDate: orNull(datetime),
  minimumSpend: orNull(spend),
  maximumSpend: orNull(spend),
  discount: orNull(
    record({
      discountType: text,
      amount: decimalText,
      durationType: text,
      durationValue: orNull(whole),
      durationUnit: orNull(text),
    }),
  ),
  // Invoices
  autoIssueInvoices: flag,
  autoPayInvoices: flag,
  sendInvoicesToCustomer: flag,
  sendReceiptsToCustomer: flag,
  firstBillingDate: orNull(datetime),
  lastBillingDate: orNull(datetime),
  invoiceGenerationStartDate: orNull(datetime),
  chargeOneoffPricesOnContractStart: flag,
  invoicePaymentTerms: word("on_issue", "net_7", "net_15", "net_30", "net_60", "net_90", "indefinite"),
  invoiceMemoTemplate: orNull(text),
  invoiceFooterText: orNull(text),
  purchaseOrderNumber: orNull(text),
  ...further("subscription"),
});

export const version = record({
  id: idOf("subv"),
  createdAt: datetime,
  organizationId: idOf("org"),
  quoteId: orNull(text),
  changeDescription: orNull(text),
  startDate: orNull(datetime),
  endDate: orNull(datetime),
  priceGroups: listOf(
    record({ name: orNull(text), description: orNull(text), bundleId: orNull(text), priceIds: listOf(idOf("price")) }),
  ),
  status: word("draft", "published", "superseded"),
  ...further("version"),
});

// A subscription in the response of activation

const scope = either(
  record({ type: exactly("global"), ids: listOf(text) }),
  record({ type: exactly("items"), ids: listOf(text) }),
);
const itemTier = record({
  minUnits: whole,
  maxUnits: orNull(whole),
  unitAmount: decimalText,
  fixedAmount: decimalText,
});
const priceItem = record({
  priceId: idOf("price"),
  type: text,
  unitAmount: orNull(decimalText),
  quantity: orNull(decimalText),
  tiers: listOf(itemTier),
});

export const activatedSubscription = record({
  id: idOf("sub"),
  ...made,
  customerId: idOf("acct"),
  name: text,
  description: orNull(text),
  purchaseOrderNumber: orNull(text),
  contractStartDate: datetime,
  currency: text,
  status: word("draft", "active"),
  activationMode: word("manual", "automatic"),
  canceledAt: orNull(datetime),
  completedAt: orNull(datetime),
  currentVersion: record({
    id: idOf("subv"),
    effectiveStartDate: datetime,
    effectiveEndDate: orNull(datetime),
    status: word("draft", "published", "superseded"),
    items: listOf(either(priceItem, record({ bundleId: idOf("bun"), prices: listOf(priceItem) }))),
    thresholds: listOf(record({ id: text, type: word("min", "max"), value: decimalText, interval: text, scope })),
    discounts: listOf(record({ id: text, type: text, value: decimalText, scope })),
  }),
});

// Invoices: the fields that the described service is known to have (R-API-10), in addition to those of R-INV-1

const listedInvoiceMembers = {
  id: idOf("inv"),
  accountId: idOf("acct"),
  currency: text,
  description: orNull(text),
  billingPeriodStart: datetime,
  billingPeriodEnd: datetime,
  billingPeriod: text,
  status: word("draft", "issued", "paid", "overdue", "void", "uncollectible"),
  total: decimalText,
  ...made,
};

const invoiceMembers = {
  ...listedInvoiceMembers,
  dueDate: orNull(datetime),
  issueDate: orNull(datetime),
  subtotal: decimalText,
  tax: decimalText,
  amountPaid: decimalText,
  amountRemaining: decimalText,
  externalId: orNull(text),
  externalProvider: orNull(text),
  externalUrl: orNull(text),
  purchaseOrderNumber: orNull(text),
};

/** R-INV-6: the tax fields of an invoice and its lines. */
const lineTax = {
  taxRateId: orNull(idOf("tax")),
  name: text,
  percentage: decimalText,
  categoryCode: word("S", "Z", "E", "AE", "K", "G", "O"),
  base: decimalText,
  amount: decimalText,
};
const invoiceTax = record({
  ...lineTax,
  reasonCode: orNull(text),
  reason: orNull(text),
  inclusive: flag,
  country: orNull(text),
  region: orNull(text),
});

const lineMembers = {
  id: idOf("line"),
  description: text,
  billingPeriodStart: datetime,
  billingPeriodEnd: datetime,
  quantity: decimalText,
  unitPrice: orNull(decimalText),
  totalPrice: decimalText,
  isEditable: flag,
  productId: orNull(idOf("prod")),
};

const ownLine = {
  priceId: orNull(idOf("price")),
  versionId: orNull(idOf("subv")),
  kind: text,
  taxes: listOf(record(lineTax)),
  notes: listOf(text),
  usageGroup: orNull(record({})),
  groupName: orNull(text),
  unitLabel: orNull(text),
  servicePeriod: record({ start: day, end: day }),
  proration: orNull(record({ days: whole, of: whole })),
  // R-SUB-9: the source of a price in another currency.
  conversion: orNull(
    record({
      sourceCurrency: text,
      sourceUnitPrice: orNull(decimalText),
      rate: decimalText,
      rateDate: orNull(day),
    }),
  ),
};

const ownListed = { number: orNull(text), subscriptionId: orNull(idOf("sub")) };

export const listedInvoice = record({
  ...listedInvoiceMembers,
  ...ownListed,
  // Fields of an invoice with the same names. A list without them does not show what is owed and when.
  issueDate: orNull(datetime),
  dueDate: orNull(datetime),
  timezone: text,
  amountRemaining: decimalText,
});
export const singleInvoice = record({
  ...invoiceMembers,
  ...ownListed,
  timezone: text,
  // R-SUB-4, R-INV-6, R-INV-8: what was given back and where it went, and the sum of the lines if they include their
  // tax.
  amountCredited: decimalText,
  creditedTo: listOf(
    record({
      to: word("invoice", "credit_grant", "account_credit"),
      amount: decimalText,
      invoiceId: orNull(idOf("inv")),
      invoiceNumber: orNull(text),
      creditGrantId: orNull(text),
    }),
  ),
  linesTotal: decimalText,
  billingDate: day,
  issuesAt: orNull(datetime),
  issuingFailure: orNull(text),
  paymentTerms: word("on_issue", "net_7", "net_15", "net_30", "net_60", "net_90", "indefinite"),
  voidedAt: orNull(datetime),
  voidReason: orNull(text),
  replacesInvoiceId: orNull(idOf("inv")),
  replacedByInvoiceId: orNull(idOf("inv")),
  // R-PDF-1: the hashes of its documents.
  pdfSha256: orNull(text),
  voidPdfSha256: orNull(text),
  earlierPdfSha256: orNull(text),
  // R-PDF-1: the buyer's reference, and whether the document is a valid electronic invoice.
  buyerReference: orNull(text),
  eInvoice: orNull(
    record({
      profile: word("en16931", "peppol", "xrechnung"),
      status: word("ready", "incomplete"),
      missing: listOf(record({ rule: text, detail: text, member: orNull(text) })),
    }),
  ),
  taxes: listOf(invoiceTax),
  creditsApplied: decimalText,
  memo: orNull(text),
  footer: orNull(text),
  lineItems: listOf(record({ ...lineMembers, ...ownLine })),
});
