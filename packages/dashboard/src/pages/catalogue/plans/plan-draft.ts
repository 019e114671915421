import type {
  CreatePlanBody,
  OrganizationDefaultPaymentTerms,
  Plan,
  PlanDiscount,
  PlanMinimumSpend,
  UsageAlertPeriod,
} from "@counterfoil/sdk";

export interface PriceGroupDraft {
  readonly name: string;
  readonly description: string | null;
  readonly bundleId: string;
  readonly priceIds: readonly string[];
}

export interface EntitlementDraft {
  readonly featureKey: string;
  /** `true`, `false`, a decimal, or `unlimited`. */
  readonly value: string;
  readonly resets: UsageAlertPeriod;
}

export interface PlanDraft {
  readonly name: string;
  readonly description: string;
  readonly currency: string;
  readonly groups: readonly PriceGroupDraft[];
  readonly contractMonths: string;
  readonly trialPeriodDays: string;
  readonly invoicePaymentTerms: OrganizationDefaultPaymentTerms | "";
  readonly autoRenew: boolean;
  readonly renewalMonths: string;
  readonly minimum: string;
  readonly minimumPeriod: PlanMinimumSpend["period"];
  readonly maximum: string;
  readonly maximumPeriod: PlanMinimumSpend["period"];
  readonly discountType: PlanDiscount["discountType"] | "";
  readonly discountAmount: string;
  /** Empty: for ever. */
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

export function emptyPlan(currency: string): PlanDraft {
  return {
    name: "",
    description: "",
    currency,
    groups: [{ name: "Subscription", description: null, bundleId: "", priceIds: [] }],
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
}

export function planDraftOf(plan: Plan): PlanDraft {
  return {
    name: plan.name,
    description: plan.description ?? "",
    currency: plan.currency,
    groups: plan.priceGroups.map(({ name, description, bundleId, priceIds }) => ({
      name: name ?? "",
      description,
      bundleId: bundleId ?? "",
      priceIds,
    })),
    contractMonths: text(plan.contractDuration),
    trialPeriodDays: text(plan.trialPeriodDays),
    invoicePaymentTerms: plan.invoicePaymentTerms ?? "",
    autoRenew: plan.autoRenew,
    renewalMonths: text(plan.renewalDuration),
    minimum: plan.minimumSpend?.amount ?? "",
    minimumPeriod: plan.minimumSpend?.period ?? "month",
    maximum: plan.maximumSpend?.amount ?? "",
    maximumPeriod: plan.maximumSpend?.period ?? "month",
    discountType: plan.discount?.discountType ?? "",
    discountAmount: plan.discount?.amount ?? "",
    discountLength: text(plan.discount?.durationValue ?? null),
    discountUnit: plan.discount?.durationUnit ?? "months",
    entitlements: plan.entitlements.map(({ featureKey, value, resets }) => ({
      featureKey,
      value: String(value),
      resets,
    })),
  };
}

export function toPlanBody(draft: PlanDraft): CreatePlanBody {
  const hasContract = !isBlank(draft.contractMonths);
  const hasRenewal = draft.autoRenew && !isBlank(draft.renewalMonths);
  return {
    name: draft.name.trim(),
    description: isBlank(draft.description) ? null : draft.description.trim(),
    currency: draft.currency,
    priceGroups: draft.groups.map(({ name, description, bundleId, priceIds }) => ({
      name: isBlank(name) ? null : name.trim(),
      description,
      bundleId: bundleId === "" ? null : bundleId,
      priceIds,
    })),
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
    entitlements: draft.entitlements
      .filter(({ featureKey }) => featureKey !== "")
      .map(({ featureKey, value, resets }) =>
        value === "true" || value === "false"
          ? { featureKey, value: value === "true" }
          : { featureKey, value: value.trim(), resets },
      ),
  };
}

function discount(draft: PlanDraft): CreatePlanBody["discount"] {
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
