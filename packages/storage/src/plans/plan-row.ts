import type { Entitlement, PaymentTerms } from "@counterfoil/engine";
import type { ContractPeriodType, PriceGroup, Spend, SubscriptionDiscount } from "../subscriptions/subscription-row.ts";

/** A reusable template: what a subscription made from it starts with (R-CAT-3). */
export interface PlanRow {
  id: string;
  name: string;
  description: string | null;
  currency: string;
  priceGroups: PriceGroup[];
  contractPeriodType: ContractPeriodType;
  /** In months; set when `contractPeriodType` is fixed. */
  contractDuration: number | null;
  trialPeriodDays: number | null;
  minimumSpend: Spend | null;
  maximumSpend: Spend | null;
  discount: SubscriptionDiscount | null;
  /** Null: the organization's default. */
  invoicePaymentTerms: PaymentTerms | null;
  autoRenew: boolean;
  renewalPeriodType: ContractPeriodType | null;
  renewalDuration: number | null;
  entitlements: Entitlement[];
  /** What is archived is not sold anew; what is sold of it stays sold. */
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}
