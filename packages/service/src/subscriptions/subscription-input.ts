import type { PaymentTerms } from "@counterfoil/engine";
import type { ActivationMode, ContractPeriodType, Spend } from "@counterfoil/storage";
import type { DiscountInput, PriceInput } from "../prices/index.ts";

/** A group of prices in a request: existing prices, a bundle's prices, or new ones. */
export interface PriceGroupInput {
  name?: string | null;
  description?: string | null;
  /** Without `priceIds` and `newPrices`, the group sells the bundle's prices. */
  bundleId?: string | null;
  priceIds?: string[];
  newPrices?: PriceInput[];
}

/** The members of a subscription that a caller can set. Dates are instants or local days (R-SUB-4). */
export interface SubscriptionInput {
  name?: string;
  description?: string | null;
  purchaseOrderNumber?: string | null;
  buyerReference?: string | null;
  currency?: string;
  sourceCurrency?: string | null;
  conversionRate?: string | number | null;
  conversionRateDate?: string | null;
  activationMode?: ActivationMode;
  trialPeriodDays?: number | null;
  additionalTerms?: string | null;
  termsOfServiceLinks?: { title: string; url: string }[];
  termsOfServiceFiles?: { title: string; fileURL: string }[];
  minimumSpend?: Spend | null;
  maximumSpend?: Spend | null;
  discount?: DiscountInput | null;
  contractStartDate?: string;
  contractEndDate?: string | null;
  contractDuration?: number | null;
  contractPeriodType?: ContractPeriodType;
  autoRenew?: boolean;
  renewalPeriodType?: ContractPeriodType | null;
  renewalDuration?: number | null;
  quoteTemplateId?: string | null;
  autoIssueInvoices?: boolean;
  autoPayInvoices?: boolean;
  sendInvoicesToCustomer?: boolean;
  sendReceiptsToCustomer?: boolean;
  sendActivationEmail?: boolean;
  invoiceGenerationStartDate?: string | null;
  firstBillingDate?: string | null;
  chargeOneoffPricesOnContractStart?: boolean;
  invoicePaymentTerms?: PaymentTerms;
  invoiceMemoTemplate?: string | null;
  invoiceFooterText?: string | null;
}
