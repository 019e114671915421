import type { Entitlement, PaymentTerms, ProrationPolicy } from "@counterfoil/engine";

export interface Spend {
  /** Decimal string in the subscription's currency. */
  amount: string;
  period: SpendPeriod;
}

/** The calendar unit over which a minimum or maximum is counted. */
export type SpendPeriod = "day" | "week" | "month" | "quarter" | "semi_annual" | "year";

export interface SubscriptionDiscount {
  discountType: "percentage" | "amount";
  amount: string;
  durationType: "fixed" | "forever";
  durationValue: number | null;
  durationUnit: "days" | "weeks" | "months" | "years" | null;
}

export type SubscriptionStatus = "draft" | "sent" | "accepted" | "active" | "canceled";
/** Why a customer left. */
export type CancelationReason = "no_longer_required" | "moving_provider" | "pricing" | "support" | "features" | "other";
export type ContractPeriodType = "monthly_rolling" | "fixed";

/** A renewal as it happened (R-SUB-7). */
export interface Renewal {
  renewedAt: string;
  periodStart: string;
  /** Null when the contract went on without an end. */
  periodEnd: string | null;
}

/** A contract as stored; members carry the interface's names. */
export interface SubscriptionRow {
  id: string;
  accountId: string;
  planId: string | null;
  name: string;
  description: string | null;
  purchaseOrderNumber: string | null;
  /** On its invoices, in place of the account's; null for the account's (BT-10). */
  buyerReference: string | null;
  currency: string;
  sourceCurrency: string | null;
  conversionRate: string | null;
  conversionRateDate: string | null;
  status: SubscriptionStatus;
  activationMode: "manual" | "automatic";
  trialPeriodDays: number | null;
  additionalTerms: string | null;
  termsOfServiceLinks: { title: string; url: string }[];
  termsOfServiceFiles: { title: string; fileURL: string }[];
  minimumSpend: Spend | null;
  maximumSpend: Spend | null;
  discount: SubscriptionDiscount | null;
  contractStartDate: string;
  contractEndDate: string | null;
  contractDuration: number | null;
  contractPeriodType: ContractPeriodType;
  autoRenew: boolean;
  renewalPeriodType: ContractPeriodType | null;
  renewalDuration: number | null;
  renewalHistory: Renewal[];
  quoteTemplateId: string | null;
  signerName: string | null;
  signerEmail: string | null;
  signerJobTitle: string | null;
  cancelationReason: CancelationReason | null;
  cancelationReasonDescription: string | null;
  /** When a cancellation takes or took effect; null while nobody canceled. */
  cancelsAt: string | null;
  cancelsOn: string | null;
  cancelationCredit: "prorate" | "none" | null;
  /** When the pause that runs or lies ahead begins and ends; null without one, the end also while it is open. */
  pausedAt: string | null;
  resumesAt: string | null;
  activatedAt: string | null;
  startedAt: string | null;
  canceledAt: string | null;
  completedAt: string | null;
  endedAt: string | null;
  autoIssueInvoices: boolean;
  autoPayInvoices: boolean;
  sendInvoicesToCustomer: boolean;
  sendReceiptsToCustomer: boolean;
  sendActivationEmail: boolean;
  invoiceGenerationStartDate: string | null;
  firstBillingDate: string | null;
  lastBillingDate: string | null;
  chargeOneoffPricesOnContractStart: boolean;
  invoicePaymentTerms: PaymentTerms;
  invoiceMemoTemplate: string | null;
  invoiceFooterText: string | null;
  /** Calendar dates of the account's zone, `2024-01-31`. */
  contractStartOn: string;
  lastBillingOn: string | null;
  /** The account's zones before the present one, each with its last day. */
  earlierZones: { timeZone: string; through: string }[];
  contractEndOn: string | null;
  firstBillingOn: string | null;
  invoiceGenerationStartOn: string | null;
  nextBillingAt: string | null;
  nextBillingOn: string | null;
  testClockId: string | null;
  billingFailure: string | null;
  /** Of the PDF that was drawn last of it; null until one was. */
  pdfSha256: string | null;
  createdAt: string;
  updatedAt: string;
}

export type VersionStatus = "draft" | "published" | "superseded";

export interface PriceGroup {
  name: string | null;
  description: string | null;
  bundleId: string | null;
  priceIds: string[];
}

/** What a version's discount or limit applies to: all that it sells, or the prices and bundles of these ids. */
export interface VersionScope {
  type: "global" | "items";
  ids: string[];
}

interface VersionAdjustment {
  /** The same through versions that follow one another: then it goes on. */
  id: string;
  /** Decimal: per cent, or an amount in the subscription's currency. */
  value: string;
  scope: VersionScope;
  /** The prices that the scope stands for in the version; null: all. */
  priceIds: string[] | null;
}

export interface VersionDiscount extends VersionAdjustment {
  type: SubscriptionDiscount["discountType"];
  durationType: SubscriptionDiscount["durationType"];
  durationValue: number | null;
  durationUnit: SubscriptionDiscount["durationUnit"];
}

export interface VersionThreshold extends VersionAdjustment {
  type: "min" | "max";
  interval: SpendPeriod;
}

/** What a subscription sells from `startOn` on, with its price groups in the order of sale. */
export interface VersionRow {
  id: string;
  subscriptionId: string;
  quoteId: string | null;
  changeDescription: string | null;
  /** The plan of a change of plan. */
  planId: string | null;
  startDate: string | null;
  endDate: string | null;
  startOn: string | null;
  endOn: string | null;
  status: VersionStatus;
  proration: ProrationPolicy;
  isAfterBilling: boolean;
  /** What it entitles the account to. */
  entitlements: Entitlement[];
  discounts: VersionDiscount[];
  thresholds: VersionThreshold[];
  publishedAt: string | null;
  /** Of versions that start on one day, the one with the highest runs; null for drafts. */
  publicationNumber: number | null;
  createdAt: string;
  updatedAt: string;
  priceGroups: PriceGroup[];
}
