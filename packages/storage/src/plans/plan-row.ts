import type { PaymentTerms } from "@counterfoil/engine";
import type { Row } from "../row.ts";
import type { ContractPeriodType } from "../tables.gen.ts";

/** A reusable template: what a subscription made from it starts with (R-CAT-3). */
export type PlanRow = Row<"plan"> & {
  contractPeriodType: ContractPeriodType;
  invoicePaymentTerms: PaymentTerms | null;
  renewalPeriodType: ContractPeriodType | null;
};
