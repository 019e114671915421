import type {
  CreatePlanRequest,
  PaymentTerms,
  Plan,
  PlanDiscount,
  PlanMinimumSpend,
  UsageAlertPeriod,
} from "@counterfoil/sdk";

export interface EntitlementDraft {
  readonly featureKey: string;
  /** `true`, `false`, a decimal, or `unlimited`. */
  readonly value: string;
  readonly resets: UsageAlertPeriod;
}

/** The terms besides the prices, for a plan or for a contract based on it. Every number is text as typed. */
export interface ContractDraft {
  readonly contractMonths: string;
  readonly trialPeriodDays: string;
  readonly invoicePaymentTerms: PaymentTerms | "";
  readonly autoRenew: boolean;
  readonly renewalMonths: string;
  readonly minimum: string;
  readonly minimumPeriod: PlanMinimumSpend["period"];
  readonly maximum: string;
  readonly maximumPeriod: PlanMinimumSpend["period"];
  readonly discountType: PlanDiscount["discountType"] | "";
  readonly discountAmount: string;
  /** Empty means forever. */
  readonly discountLength: string;
  readonly discountUnit: NonNullable<PlanDiscount["durationUnit"]>;
  readonly entitlements: readonly EntitlementDraft[];
}

export const LIMIT_PERIODS: readonly PlanMinimumSpend["period"][] = [
  "day",
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
];

export const EMPTY_CONTRACT: ContractDraft = {
  contractMonths: "",
  trialPeriodDays: "",
  invoicePaymentTerms: "",
  autoRenew: false,
  renewalMonths: "",
  minimum: "",
  minimumPeriod: "month",
  maximum: "",
  maximumPeriod: "month",
  discountType: "",
  discountAmount: "",
  discountLength: "",
  discountUnit: "months",
  entitlements: [],
};

type Agreed = Pick<
  Plan,
  | "contractDuration"
  | "trialPeriodDays"
  | "invoicePaymentTerms"
  | "autoRenew"
  | "renewalDuration"
  | "minimumSpend"
  | "maximumSpend"
  | "discount"
>;

export function contractDraftOf(agreed: Agreed & Pick<Plan, "entitlements">): ContractDraft {
  return {
    contractMonths: text(agreed.contractDuration),
    trialPeriodDays: text(agreed.trialPeriodDays),
    invoicePaymentTerms: agreed.invoicePaymentTerms ?? "",
    autoRenew: agreed.autoRenew,
    renewalMonths: text(agreed.renewalDuration),
    minimum: agreed.minimumSpend?.amount ?? "",
    minimumPeriod: agreed.minimumSpend?.period ?? "month",
    maximum: agreed.maximumSpend?.amount ?? "",
    maximumPeriod: agreed.maximumSpend?.period ?? "month",
    discountType: agreed.discount?.discountType ?? "",
    discountAmount: agreed.discount?.amount ?? "",
    discountLength: text(agreed.discount?.durationValue ?? null),
    discountUnit: agreed.discount?.durationUnit ?? "months",
    entitlements: entitlementDraftsOf(agreed.entitlements),
  };
}

export function entitlementDraftsOf(entitlements: Plan["entitlements"]): readonly EntitlementDraft[] {
  return entitlements.map(({ featureKey, value, resets }) => ({ featureKey, value: String(value), resets }));
}

/** The members of a plan's request, which a subscription's has as well. */
export function toContract(draft: ContractDraft) {
  const hasContract = !isBlank(draft.contractMonths);
  const hasRenewal = draft.autoRenew && !isBlank(draft.renewalMonths);
  return {
    contractPeriodType: hasContract ? "fixed" : "monthly_rolling",
    contractDuration: hasContract ? Number(draft.contractMonths) : null,
    trialPeriodDays: isBlank(draft.trialPeriodDays) ? null : Number(draft.trialPeriodDays),
    invoicePaymentTerms: draft.invoicePaymentTerms === "" ? null : draft.invoicePaymentTerms,
    autoRenew: draft.autoRenew,
    renewalPeriodType: draft.autoRenew ? (hasRenewal ? "fixed" : "monthly_rolling") : null,
    renewalDuration: hasRenewal ? Number(draft.renewalMonths) : null,
    minimumSpend: limit(draft.minimum, draft.minimumPeriod),
    maximumSpend: limit(draft.maximum, draft.maximumPeriod),
    discount: discount(draft),
    entitlements: toEntitlements(draft.entitlements),
  } satisfies Partial<CreatePlanRequest>;
}

/** A row without a feature is ignored. */
export function toEntitlements(entitlements: readonly EntitlementDraft[]) {
  return entitlements
    .filter(({ featureKey }) => featureKey !== "")
    .map(({ featureKey, value, resets }) =>
      value === "true" || value === "false"
        ? { featureKey, value: value === "true" }
        : { featureKey, value: value.trim(), resets },
    );
}

function discount(draft: ContractDraft): CreatePlanRequest["discount"] {
  const { discountType, discountAmount, discountLength, discountUnit } = draft;
  if (discountType === "" || isBlank(discountAmount)) return null;
  const isForever = isBlank(discountLength);
  return {
    discountType,
    amount: discountAmount.trim(),
    durationType: isForever ? "forever" : "fixed",
    durationValue: isForever ? null : Number(discountLength),
    durationUnit: isForever ? null : discountUnit,
  };
}

function limit(amount: string, period: PlanMinimumSpend["period"]): PlanMinimumSpend | null {
  return isBlank(amount) ? null : { amount: amount.trim(), period };
}

function text(number: number | null): string {
  return number === null ? "" : String(number);
}

function isBlank(value: string): boolean {
  return value.trim() === "";
}
