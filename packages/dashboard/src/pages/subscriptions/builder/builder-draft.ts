import type { CreateSubscriptionBody, OrganizationDefaultPaymentTerms, Plan, Subscription } from "@counterfoil/sdk";
import { dayIn } from "../../accounts/account-days.ts";
import { type DraftLine, groupsOfLines } from "./draft-line.ts";

/** What the builder holds: texts as they are written, empty where nothing is said. */
export interface BuilderDraft {
  readonly accountId: string;
  readonly planId: string;
  readonly name: string;
  readonly currency: string;
  readonly lines: readonly DraftLine[];
  readonly startDate: string;
  readonly periodType: "monthly_rolling" | "fixed";
  readonly duration: string;
  readonly autoRenew: boolean;
  readonly trialPeriodDays: string;
  readonly discountType: "percentage" | "amount";
  readonly discountAmount: string;
  readonly discountMonths: string;
  readonly paymentTerms: OrganizationDefaultPaymentTerms | "";
  readonly purchaseOrderNumber: string;
  readonly minimumSpend: string;
  readonly autoIssue: boolean;
  readonly sendInvoices: boolean;
  /** What is supposed to be used in a period, by the id of a metric. */
  readonly quantities: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: BuilderDraft = {
  accountId: "",
  planId: "",
  name: "",
  currency: "",
  lines: [],
  startDate: "",
  periodType: "monthly_rolling",
  duration: "12",
  autoRenew: false,
  trialPeriodDays: "",
  discountType: "percentage",
  discountAmount: "",
  discountMonths: "",
  paymentTerms: "",
  purchaseOrderNumber: "",
  minimumSpend: "",
  autoIssue: true,
  sendInvoices: true,
  quantities: {},
};

/** What a plan says of everything beside its prices. */
export function termsOfPlan(plan: Plan): Partial<BuilderDraft> {
  return {
    planId: plan.id,
    currency: plan.currency,
    periodType: plan.contractPeriodType,
    duration: String(plan.contractDuration ?? 12),
    autoRenew: plan.autoRenew,
    trialPeriodDays: plan.trialPeriodDays === null ? "" : String(plan.trialPeriodDays),
    discountType: plan.discount?.discountType ?? "percentage",
    discountAmount: plan.discount?.amount ?? "",
    discountMonths:
      plan.discount?.durationType === "fixed" && plan.discount.durationUnit === "months"
        ? String(plan.discount.durationValue ?? "")
        : "",
    paymentTerms: plan.invoicePaymentTerms ?? "",
    minimumSpend: plan.minimumSpend?.amount ?? "",
  };
}

/** A draft as it was written; its days are those of the account's zone. */
export function draftOfSubscription(one: Subscription, timeZone: string): BuilderDraft {
  const { discount } = one;
  return {
    ...EMPTY_DRAFT,
    accountId: one.accountId,
    planId: one.planId ?? "",
    name: one.name,
    currency: one.currency,
    startDate: dayIn(one.contractStartDate, timeZone),
    periodType: one.contractPeriodType,
    duration: String(one.contractDuration ?? 12),
    autoRenew: one.autoRenew,
    trialPeriodDays: one.trialPeriodDays === null ? "" : String(one.trialPeriodDays),
    discountType: discount?.discountType ?? "percentage",
    discountAmount: discount?.amount ?? "",
    discountMonths:
      discount?.durationType === "fixed" && discount.durationUnit === "months"
        ? String(discount.durationValue ?? "")
        : "",
    paymentTerms: one.invoicePaymentTerms,
    purchaseOrderNumber: one.purchaseOrderNumber ?? "",
    minimumSpend: one.minimumSpend?.amount ?? "",
    autoIssue: one.autoIssueInvoices,
    sendInvoices: one.sendInvoicesToCustomer,
  };
}

/** The body that makes the subscription, and that its preview takes. */
export function bodyOfBuilder(draft: BuilderDraft): CreateSubscriptionBody {
  const isFixed = draft.periodType === "fixed";
  const months = wholeNumber(draft.duration);
  const trial = wholeNumber(draft.trialPeriodDays);
  const discountMonths = wholeNumber(draft.discountMonths);
  return {
    accountId: draft.accountId,
    ...(draft.planId !== "" && { planId: draft.planId }),
    priceGroups: groupsOfLines(draft.lines),
    ...(draft.name.trim() !== "" && { name: draft.name.trim() }),
    ...(draft.currency !== "" && { currency: draft.currency }),
    ...(draft.startDate !== "" && { contractStartDate: draft.startDate }),
    contractPeriodType: draft.periodType,
    contractDuration: isFixed ? months : null,
    autoRenew: isFixed && draft.autoRenew,
    renewalPeriodType: isFixed && draft.autoRenew ? "fixed" : null,
    renewalDuration: isFixed && draft.autoRenew ? months : null,
    trialPeriodDays: trial,
    discount:
      draft.discountAmount.trim() === ""
        ? null
        : {
            discountType: draft.discountType,
            amount: draft.discountAmount.trim(),
            durationType: discountMonths === null ? "forever" : "fixed",
            durationValue: discountMonths,
            durationUnit: discountMonths === null ? null : "months",
          },
    ...(draft.paymentTerms !== "" && { invoicePaymentTerms: draft.paymentTerms }),
    purchaseOrderNumber: draft.purchaseOrderNumber.trim() === "" ? null : draft.purchaseOrderNumber.trim(),
    minimumSpend: draft.minimumSpend.trim() === "" ? null : { amount: draft.minimumSpend.trim(), period: "month" },
    autoIssueInvoices: draft.autoIssue,
    sendInvoicesToCustomer: draft.sendInvoices,
  };
}

/** The quantities that are written, for the preview. */
export function quantitiesOf(draft: Pick<BuilderDraft, "quantities">): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(draft.quantities).filter(([, quantity]) => /^\d+(\.\d+)?$/.test(quantity)));
}

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}
