import type { PaymentTerms } from "@counterfoil/engine";
import type { ContractPeriodType } from "../checks.gen.ts";
import type { Row } from "../row.ts";
import type { PriceGroup } from "./price-group.ts";

/** Why a customer canceled. */
export type CancelationReason = "no_longer_required" | "moving_provider" | "pricing" | "support" | "features" | "other";

/** A contract as stored. Members have the API's names. */
export type SubscriptionRow = Row<"subscription"> & {
  renewalPeriodType: ContractPeriodType | null;
  cancelationReason: CancelationReason | null;
  invoicePaymentTerms: PaymentTerms;
};

/** What a subscription sells from `startOn` on, with its price groups in the order of sale. */
export type VersionRow = Row<"subscriptionVersion"> & {
  priceGroups: PriceGroup[];
};
