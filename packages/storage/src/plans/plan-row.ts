import type { PaymentTerms } from "@counterfoil/engine";
import type { Row } from "../row.ts";
import type { ContractPeriodType } from "../checks.gen.ts";

/** A reusable template for new subscriptions (R-CAT-3). */
export type PlanRow = Row<"plan"> & {
  contractPeriodType: ContractPeriodType;
  invoicePaymentTerms: PaymentTerms | null;
  renewalPeriodType: ContractPeriodType | null;
};
