import { UNNAMED_CONTRACT } from "@counterfoil/documents";
import {
  type AccountRow,
  findAccount,
  getOrganization,
  insertSubscription,
  insertVersion,
  type OrganizationRow,
  type PlanRow,
  findPlan,
  type SubscriptionRow,
  type VersionRow,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../context.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import type { Entitlement } from "@counterfoil/engine";
import { type EntitlementInput, resolveEntitlements } from "../entitlements/index.ts";
import { accountTimeZone, onAccountClock } from "../clocks/index.ts";
import { archivedPlan } from "../plans/index.ts";
import { localDay } from "../time.ts";
import { amountsOfPlan } from "./amounts-of-plan.ts";
import { applySubscriptionInput } from "./apply-subscription-input.ts";
import { subscriptionFaults } from "./check-subscription.ts";
import { type PlacedGroup, placedGroups, resolvePriceGroups } from "./resolve-price-groups.ts";
import { type Subscription, toSubscription } from "./subscription.ts";
import type { PriceGroupInput, SubscriptionInput } from "./subscription-input.ts";
import {
  type AdjustmentsInput,
  NO_ADJUSTMENTS,
  resolveAdjustments,
  type VersionAdjustments,
} from "./version-adjustments.ts";

export interface SubscriptionCreation extends SubscriptionInput, AdjustmentsInput {
  /** ID or alias. */
  accountId: string;
  planId?: string | null;
  priceGroups?: PriceGroupInput[];
  /** Defaults to the plan's entitlements. */
  entitlements?: EntitlementInput[];
}

/**
 * Creates a draft. Members that the caller omits are taken from the plan. A plan or price groups create the first draft
 * version, which starts with the contract (R-SUB-3).
 */
export function createSubscription(context: Context, input: SubscriptionCreation): Promise<Subscription> {
  return transact(context, async (transaction) => {
    return toSubscription(await makeDraft(transaction, input), transaction.organizationId);
  });
}

/** The name of the plan's member in the request. Faults refer to it. */
type PlanMember = "planId" | "quoteTemplateId";

/**
 * The same inside a running transaction. `otherFaults` are faults that the caller found, which are reported together with
 * the others.
 */
export async function makeDraft(
  transaction: Work,
  input: SubscriptionCreation,
  planMember: PlanMember = "planId",
  otherFaults: readonly Fault[] = [],
): Promise<SubscriptionRow> {
  const { accountId, planId = null, priceGroups, entitlements, discounts, thresholds, ...terms } = input;
  const [account, plan, organization] = await Promise.all([
    findAccount(transaction.tx, accountId),
    planId === null ? null : findPlan(transaction.tx, planId),
    getOrganization(transaction.tx),
  ]);
  const unknown = referenceFaults(input, account, plan, planMember);
  const work = await onAccountClock(transaction, account);
  const owner = account ?? {
    id: accountId,
    currency: organization.defaultCurrency,
    timezone: null,
    testClockId: null,
  };
  const subscription = newSubscription(work, { account: owner, organization, plan: plan ?? null, terms });
  const groups = priceGroups === undefined ? planGroups(plan, planMember) : placedGroups(priceGroups);
  const isCurrencyKnown = unknown.length === 0 || (terms.sourceCurrency ?? terms.currency) !== undefined;
  const currency = subscription.sourceCurrency ?? subscription.currency;
  const soldTo = { subscriptionId: subscription.id, currency: isCurrencyKnown ? currency : null };
  const resolved = groups && (await resolvePriceGroups(work, groups, soldTo));
  const granted = await resolveEntitlements(work.tx, entitlements ?? plan?.entitlements ?? []);
  const asked = { ...(discounts && { discounts }), ...(thresholds && { thresholds }) };
  const adjusted = resolveAdjustments(work, {
    groups: resolved?.groups ?? [],
    input: resolved === undefined ? {} : asked,
    before: NO_ADJUSTMENTS,
  });
  const faults = [
    ...adjusted.faults,
    ...subscriptionFaults(subscription),
    ...(resolved?.faults ?? []),
    ...granted.faults,
    ...(resolved === undefined ? withoutVersion({ entitlements, ...asked }) : []),
  ];
  // Missing members might come from the plan that does not exist. Members that were sent are wrong in any case.
  refuseFaults([
    ...otherFaults,
    ...unknown,
    ...(unknown.length === 0 ? faults : faults.filter((fault) => wasSent(fault, input))),
  ]);
  await insertSubscription(work.tx, subscription);
  if (resolved !== undefined) {
    const { contractStartDate: startDate, contractStartOn: startOn } = subscription;
    const sold = { ...resolved, ...granted, ...adjusted.adjustments };
    await insertVersion(work.tx, draftVersion(work, subscription, { start: { startDate, startOn }, sold }));
  }
  const created = toSubscription(subscription, work.organizationId);
  await audit(work, { action: "subscription.created", objectId: subscription.id, after: created });
  return subscription;
}

/** The prices of a version, and its entitlements. */
interface SoldInVersion extends VersionAdjustments {
  readonly groups: VersionRow["priceGroups"];
  readonly entitlements: Entitlement[];
}

interface VersionDraft {
  readonly start: { startDate: string | null; startOn: string | null };
  readonly sold: SoldInVersion;
  readonly changeDescription?: string | null;
}

/** A version that is still a draft. */
export function draftVersion(
  work: Work,
  subscription: SubscriptionRow,
  { start, sold: { groups, entitlements, discounts, thresholds }, changeDescription = null }: VersionDraft,
): VersionRow {
  const now = work.clock.now();
  return {
    id: work.ids.next("subv"),
    subscriptionId: subscription.id,
    quoteId: null,
    changeDescription,
    planId: null,
    ...start,
    endDate: null,
    endOn: null,
    status: "draft",
    proration: "prorate",
    isAfterBilling: false,
    publishedAt: null,
    publicationNumber: null,
    createdAt: now,
    updatedAt: now,
    priceGroups: groups,
    entitlements,
    discounts,
    thresholds,
  };
}

/** Members of a version require a version. */
function withoutVersion(members: Readonly<Record<string, readonly object[] | undefined>>): Fault[] {
  return Object.entries(members).flatMap(([member, written]) => {
    if (written === undefined) return [];
    const detail = `${member} belong to a version. Also send planId or priceGroups, or set them on the version.`;
    return [{ pointer: `/${member}`, code: "needs_prices", detail }];
  });
}

function referenceFaults(
  input: SubscriptionCreation,
  account: AccountRow | undefined,
  plan: PlanRow | null | undefined,
  planMember: PlanMember,
): Fault[] {
  const faults: Fault[] = [];
  if (account === undefined) {
    const detail = `There is no account ${JSON.stringify(input.accountId)}.`;
    faults.push({ pointer: "/accountId", code: "unknown_account", detail });
  }
  if (plan === undefined) {
    const detail = `There is no plan ${JSON.stringify(input.planId)}.`;
    faults.push({ pointer: `/${planMember}`, code: "unknown_plan", detail });
  } else if (plan !== null && plan.archivedAt !== null) faults.push(archivedPlan(plan.id, `/${planMember}`));
  return faults;
}

/** The prices of the plan. Faults refer to the member that names the plan. */
function planGroups(plan: PlanRow | null | undefined, planMember: PlanMember): PlacedGroup[] | undefined {
  return plan?.priceGroups.map((group) => ({ ...group, pointer: `/${planMember}`, priceIdsMember: "priceGroups" }));
}

function wasSent({ pointer }: Fault, input: SubscriptionCreation): boolean {
  const [, member = ""] = pointer.split("/");
  return member in input;
}

interface SubscriptionBasis {
  readonly account: Pick<AccountRow, "id" | "currency" | "timezone" | "testClockId">;
  readonly organization: OrganizationRow;
  readonly plan: PlanRow | null;
  readonly terms: SubscriptionInput;
}

function newSubscription(work: Work, { account, organization, plan, terms }: SubscriptionBasis): SubscriptionRow {
  const timeZone = accountTimeZone(account, organization);
  const now = work.clock.now();
  const today = localDay(now, timeZone);
  const blank: SubscriptionRow = {
    id: work.ids.next("sub"),
    accountId: account.id,
    planId: plan?.id ?? null,
    name: plan?.name ?? UNNAMED_CONTRACT,
    description: plan?.description ?? null,
    purchaseOrderNumber: null,
    buyerReference: null,
    currency: plan?.currency ?? account.currency,
    sourceCurrency: null,
    conversionRate: null,
    conversionRateDate: null,
    status: "draft",
    activationMode: "manual",
    trialPeriodDays: plan?.trialPeriodDays ?? null,
    additionalTerms: null,
    termsOfServiceLinks: [],
    termsOfServiceFiles: [],
    minimumSpend: plan?.minimumSpend ?? null,
    maximumSpend: plan?.maximumSpend ?? null,
    discount: plan?.discount ?? null,
    contractStartDate: now,
    contractStartOn: today,
    contractEndDate: null,
    contractEndOn: null,
    contractDuration: plan?.contractDuration ?? null,
    contractPeriodType: plan?.contractPeriodType ?? "monthly_rolling",
    autoRenew: plan?.autoRenew ?? false,
    renewalPeriodType: plan?.renewalPeriodType ?? null,
    renewalDuration: plan?.renewalDuration ?? null,
    renewalHistory: [],
    quoteTemplateId: null,
    signerName: null,
    signerEmail: null,
    signerJobTitle: null,
    cancelationReason: null,
    cancelationReasonDescription: null,
    cancelsAt: null,
    cancelsOn: null,
    cancelationCredit: null,
    pausedAt: null,
    resumesAt: null,
    activatedAt: null,
    startedAt: null,
    canceledAt: null,
    completedAt: null,
    endedAt: null,
    autoIssueInvoices: true,
    autoPayInvoices: false,
    sendInvoicesToCustomer: true,
    sendReceiptsToCustomer: false,
    sendActivationEmail: false,
    invoiceGenerationStartDate: null,
    invoiceGenerationStartOn: null,
    firstBillingDate: null,
    firstBillingOn: null,
    lastBillingDate: null,
    lastBillingOn: null,
    earlierZones: [],
    chargeOneoffPricesOnContractStart: false,
    invoicePaymentTerms: plan?.invoicePaymentTerms ?? organization.defaultPaymentTerms,
    invoiceMemoTemplate: null,
    invoiceFooterText: null,
    nextBillingAt: null,
    nextBillingOn: null,
    testClockId: account.testClockId,
    billingFailure: null,
    pdfSha256: null,
    createdAt: now,
    updatedAt: now,
  };
  // The start is always set, so that a fixed contract gets its end.
  const created = applySubscriptionInput(blank, { contractStartDate: today, ...terms }, timeZone);
  return { ...created, ...amountsOfPlan(plan, created, terms) };
}
