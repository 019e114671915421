import type { Entitlement, FilterGroup, ModelCostBasis } from "@counterfoil/engine";
import type { AddressRow } from "./accounts/stored-address.ts";
import type { BilledMetric, BilledPrice } from "./books/stored-terms.ts";
import type { MarginAlertSetting } from "./costs/margin-alert-setting.ts";
import type { ModelCostSetting } from "./costs/model-cost-setting.ts";
import type { BackfilledModel, StillUnpriced } from "./costs/stored-model-backfill.ts";
import type { BilledBackRow } from "./credits/stored-billed-back.ts";
import type { StoredDrawnLine } from "./credits/stored-drawn-line.ts";
import type { StoredExpectedEvent } from "./credits/stored-expected-event.ts";
import type { DocumentTemplate } from "./documents/document-template.ts";
import type { StoredCreditPart } from "./invoices/stored-credit-part.ts";
import type { StoredElectronicOutcome } from "./invoices/stored-electronic-outcome.ts";
import type { StoredExplanation } from "./invoices/stored-explanation.ts";
import type { BuyerSnapshot, SellerSnapshot } from "./invoices/stored-snapshots.ts";
import type { MailAttachment } from "./mails/mail-attachment.ts";
import type { MetricAggregation } from "./metrics/metric-aggregation.ts";
import type { ElectronicAddress, InvoiceContact, InvoiceNote } from "./organizations/electronic-party.ts";
import type { StoredPaymentMethod } from "./payments/stored-payment-method.ts";
import type { PriceDiscount, PriceSpend } from "./prices/price-adjustments.ts";
import type { PriceGroup } from "./subscriptions/price-group.ts";
import type { Renewal } from "./subscriptions/renewal.ts";
import type {
  Spend,
  SubscriptionDiscount,
  VersionDiscount,
  VersionThreshold,
} from "./subscriptions/stored-adjustments.ts";
import type { StoredTax, StoredTaxPart } from "./tax/stored-taxes.ts";
import type { RejectedEvent } from "./usage/rejected-event.ts";

/** An earlier time zone of an account, with the last day on which it applied. */
interface EarlierZone {
  timeZone: string;
  through: string;
}

/**
 * The types of JSON columns, which the database does not know. `tables.gen.ts` refers to a member for every JSON
 * column, so a new column does not compile until it is added here. Nullability comes from the database, not from here.
 * The types are declared in files that import neither `row.ts` nor `tables.gen.ts`, because those depend on this file.
 */
export interface JsonColumns {
  account: { billingAddress: AddressRow; electronicAddress: ElectronicAddress };
  accountCreditEntry: { lines: readonly StoredDrawnLine[] };
  auditEntry: { changes: object };
  billedTerms: { price: BilledPrice; metrics: BilledMetric[] };
  costPrice: { properties: Record<string, string> };
  modelCostBackfill: { models: BackfilledModel[]; unpriced: StillUnpriced[] };
  creditHold: { events: readonly StoredExpectedEvent[] };
  creditNote: {
    taxes: StoredTax[];
    seller: SellerSnapshot;
    buyer: BuyerSnapshot;
    billedBack: Record<string, string | BilledBackRow>;
    eInvoice: StoredElectronicOutcome;
  };
  eventCost: { modelCall: ModelCostBasis };
  entitlementGrant: { earlierZones: EarlierZone[] };
  idempotencyRecord: { headers: Record<string, string> };
  invoice: {
    seller: SellerSnapshot;
    buyer: BuyerSnapshot;
    taxes: StoredTax[];
    creditedTo: StoredCreditPart[];
    eInvoice: StoredElectronicOutcome;
  };
  invoiceLine: {
    usageGroup: Record<string, string>;
    proration: { days: number; of: number };
    explanation: StoredExplanation;
    taxes: StoredTaxPart[];
    scopePriceIds: readonly string[];
  };
  invoiceUsageDays: { tables: unknown };
  mail: { particulars: Record<string, string>; attachments: MailAttachment[] };
  metric: { filters: FilterGroup[]; aggregation: MetricAggregation };
  notification: { data: Record<string, unknown> };
  organization: {
    address: AddressRow;
    documentTemplate: DocumentTemplate;
    electronicAddress: ElectronicAddress;
    invoiceContact: InvoiceContact;
    invoiceNotes: InvoiceNote[];
    modelCosts: ModelCostSetting;
    marginAlert: MarginAlertSetting;
  };
  paymentCustomer: { paymentMethod: StoredPaymentMethod };
  plan: {
    priceGroups: PriceGroup[];
    minimumSpend: Spend;
    maximumSpend: Spend;
    discount: SubscriptionDiscount;
    entitlements: Entitlement[];
  };
  price: { pricingModel: object; discount: PriceDiscount; minimumSpend: PriceSpend; maximumSpend: PriceSpend };
  quoteLink: { seller: SellerSnapshot };
  rejectedEvents: { samples: RejectedEvent[] };
  savedView: { filters: Record<string, string> };
  subscription: {
    termsOfServiceLinks: { title: string; url: string }[];
    termsOfServiceFiles: { title: string; fileURL: string }[];
    minimumSpend: Spend;
    maximumSpend: Spend;
    discount: SubscriptionDiscount;
    renewalHistory: Renewal[];
    earlierZones: EarlierZone[];
  };
  subscriptionVersion: { entitlements: Entitlement[]; discounts: VersionDiscount[]; thresholds: VersionThreshold[] };
  usageDroppedMonth: { keptProperties: Record<string, string[]> };
  usageEvent: { properties: Record<string, string | number | boolean> };
  usageIncrement: { totals: unknown };
  usageTotalling: { filters: FilterGroup[]; aggregation: object };
}
