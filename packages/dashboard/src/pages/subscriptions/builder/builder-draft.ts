import type { CreateSubscriptionRequest, Plan, Subscription, SubscriptionVersion } from "@counterfoil/sdk";
import { isDecimal } from "../../../format/amount.ts";
import { toDay } from "../../../format/dates.ts";
import {
  type ContractDraft,
  contractDraftOf,
  EMPTY_CONTRACT,
  toContract,
} from "../../catalogue/plans/contract-draft.ts";
import { type DraftLine, groupsOfLines } from "./draft-line.ts";

/** The values of the builder as text as typed. Empty if not set. */
export interface BuilderDraft extends ContractDraft {
  readonly accountId: string;
  readonly planId: string;
  readonly name: string;
  readonly currency: string;
  readonly lines: readonly DraftLine[];
  readonly startDate: string;
  /** Instead of a length in months. */
  readonly endDate: string;
  readonly purchaseOrderNumber: string;
  /** Empty for the account's reference. */
  readonly buyerReference: string;
  readonly autoIssue: boolean;
  readonly sendInvoices: boolean;
  /** The assumed usage in a period, by metric ID. */
  readonly quantities: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: BuilderDraft = {
  ...EMPTY_CONTRACT,
  accountId: "",
  planId: "",
  name: "",
  currency: "",
  lines: [],
  startDate: "",
  endDate: "",
  purchaseOrderNumber: "",
  buyerReference: "",
  autoIssue: true,
  sendInvoices: true,
  quantities: {},
};

/** The terms of a plan besides its prices. */
export function termsOfPlan(plan: Plan): Partial<BuilderDraft> {
  return { ...contractDraftOf(plan), planId: plan.id, currency: plan.currency };
}

/** A stored draft in the builder. Its days are in the account's time zone. */
export function draftOfSubscription(
  one: Subscription,
  { entitlements }: Pick<SubscriptionVersion, "entitlements">,
  timeZone: string,
): BuilderDraft {
  const isTillDay = one.contractDuration === null && one.contractEndDate !== null;
  return {
    ...EMPTY_DRAFT,
    ...contractDraftOf({ ...one, entitlements }),
    accountId: one.accountId,
    planId: one.planId ?? "",
    name: one.name,
    currency: one.currency,
    startDate: toDay(one.contractStartDate, timeZone),
    endDate: isTillDay ? toDay(one.contractEndDate, timeZone) : "",
    purchaseOrderNumber: one.purchaseOrderNumber ?? "",
    buyerReference: one.buyerReference ?? "",
    autoIssue: one.autoIssueInvoices,
    sendInvoices: one.sendInvoicesToCustomer,
  };
}

/** The request body for the subscription and for its preview. */
export function bodyOfBuilder(draft: BuilderDraft): CreateSubscriptionRequest {
  const { invoicePaymentTerms, ...contract } = toContract(draft);
  return {
    accountId: draft.accountId,
    ...(draft.planId !== "" && { planId: draft.planId }),
    priceGroups: groupsOfLines(draft.lines),
    ...(draft.name.trim() !== "" && { name: draft.name.trim() }),
    ...(draft.currency !== "" && { currency: draft.currency }),
    ...(draft.startDate !== "" && { contractStartDate: draft.startDate }),
    ...contract,
    ...(draft.endDate !== "" && {
      contractPeriodType: "fixed",
      contractDuration: null,
      contractEndDate: draft.endDate,
    }),
    ...(invoicePaymentTerms !== null && { invoicePaymentTerms }),
    purchaseOrderNumber: draft.purchaseOrderNumber.trim() === "" ? null : draft.purchaseOrderNumber.trim(),
    buyerReference: draft.buyerReference.trim() === "" ? null : draft.buyerReference.trim(),
    autoIssueInvoices: draft.autoIssue,
    sendInvoicesToCustomer: draft.sendInvoices,
  };
}

/** The typed quantities, for the preview. */
export function quantitiesOf(draft: Pick<BuilderDraft, "quantities">): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(draft.quantities).filter(([, quantity]) => isDecimal(quantity)));
}
