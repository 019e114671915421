import type { Entitlement, FilterGroup } from "@counterfoil/engine";
import type { AddressRow } from "./accounts/account-row.ts";
import type { BilledMetric, BilledPrice } from "./books/billed-terms.ts";
import type { StoredDrawnLine } from "./credits/account-credit.ts";
import type { BilledBackRow } from "./credits/credit-note-row.ts";
import type { DocumentTemplate } from "./documents/document-template.ts";
import type {
  BuyerSnapshot,
  SellerSnapshot,
  StoredCreditPart,
  StoredElectronicOutcome,
  StoredExplanation,
} from "./invoices/invoice-row.ts";
import type { MailAttachment } from "./mails/mail-row.ts";
import type { MetricAggregation } from "./metrics/metric-row.ts";
import type { ElectronicAddress, InvoiceContact, InvoiceNote } from "./organizations/electronic-party.ts";
import type { StoredPaymentMethod } from "./payments/payment-customers.ts";
import type { PriceDiscount, PriceSpend } from "./prices/price-row.ts";
import type {
  PriceGroup,
  Renewal,
  Spend,
  SubscriptionDiscount,
  VersionDiscount,
  VersionThreshold,
} from "./subscriptions/subscription-row.ts";
import type { StoredTax, StoredTaxPart } from "./tax/stored-taxes.ts";
import type { RejectedEvent } from "./usage/rejected-events.ts";

/** A time zone that an account had before its present one, with the last day on which it had it. */
interface EarlierZone {
  timeZone: string;
  through: string;
}

/**
 * What each JSON column holds, which the database does not say. `tables.gen.ts` names a member for every such column, so a new
 * column does not compile until it is here. That a column may be null is said by the database, not here.
 */
export interface JsonColumns {
  account: { billingAddress: AddressRow; electronicAddress: ElectronicAddress };
  accountCreditEntry: { lines: readonly StoredDrawnLine[] };
  auditEntry: { changes: object };
  billedTerms: { price: BilledPrice; metrics: BilledMetric[] };
  creditNote: {
    taxes: StoredTax[];
    seller: SellerSnapshot;
    buyer: BuyerSnapshot;
    billedBack: Record<string, string | BilledBackRow>;
    eInvoice: StoredElectronicOutcome;
  };
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
  usageEvent: { properties: Record<string, string | number | boolean> };
  usageIncrement: { totals: unknown };
  usageTotalling: { filters: FilterGroup[]; aggregation: object };
}
