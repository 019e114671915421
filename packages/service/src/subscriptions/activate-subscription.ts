import {
  findSubscription,
  findVersions,
  type SubscriptionRow,
  updateSubscription,
  type VersionRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { onAccountClock } from "../accounts/account-time.ts";
import { billSubscriptions } from "../billing/bill-subscriptions.ts";
import { issueDueInvoices } from "../billing/issue-invoices.ts";
import { loadContracts } from "../billing/load-contracts.ts";
import { dueAt, nextDueOn } from "../billing/schedule.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/domain-error.ts";
import type { Fault } from "../errors/fault.ts";
import { audit, notify } from "../record.ts";
import { type ActivatedSubscription, toActivated } from "./activated-subscription.ts";
import { localDay } from "../time.ts";
import { publishInChain, supersedeVersions } from "./pass-date.ts";
import { toSubscription, toVersion } from "./subscription.ts";

/**
 * Activates a subscription: publishes its drafts, bills what is due, and announces it (R-SUB-2). Refuses a subscription
 * that already runs or has ended (409) and one that is not complete (422, naming all that is missing).
 */
export function activateSubscription(context: Context, id: string): Promise<ActivatedSubscription> {
  return transact(context, async (transaction) => {
    const before = await findSubscription(transaction.tx, id, "for update");
    if (before === undefined) throw notFound("subscription", id);
    const work = await onAccountClock(transaction, before);
    if (before.status === "active" || before.status === "canceled") {
      throw new DomainError(
        "state_conflict",
        `The subscription is ${before.status}; one that is draft, sent or accepted can be activated.`,
      );
    }
    const drafts = await findVersions(work.tx, [id]);
    refuseFaults(missingForActivation(drafts));
    const now = work.clock.now();
    const versions = await publishDrafts(work, drafts, now);
    const activated: SubscriptionRow = { ...before, status: "active", activatedAt: now, updatedAt: now };
    const [loaded] = await loadContracts(work.tx, [activated]);
    if (loaded === undefined) throw new Error("the subscription was not loaded");
    const { timeZone } = loaded.contract;
    await supersedeVersions(work, versions, Temporal.PlainDate.from(localDay(now, timeZone)), now);
    const next = nextDueOn(loaded, null);
    const scheduled: SubscriptionRow = {
      ...activated,
      firstBillingDate: activated.firstBillingDate ?? dueAt(loaded.contract.anchor, timeZone),
      firstBillingOn: activated.firstBillingOn ?? loaded.contract.anchor.toString(),
      nextBillingOn: next?.toString() ?? null,
      nextBillingAt: next === null ? null : dueAt(next, timeZone),
    };
    await updateSubscription(work.tx, scheduled);
    await audit(work, {
      action: "subscription.activated",
      objectId: id,
      before: toSubscription(before, work.organizationId),
      after: toSubscription(scheduled, work.organizationId),
    });
    await notify(work, "subscription.activated", id, toSubscription(scheduled, work.organizationId));
    if (scheduled.nextBillingAt !== null && scheduled.nextBillingAt <= now) {
      await billSubscriptions(work, [scheduled], now);
      await issueDueInvoices(work, { now, testClockId: scheduled.testClockId });
    }
    const after = (await findSubscription(work.tx, id)) ?? scheduled;
    return toActivated(after, await findVersions(work.tx, [id]), loaded.prices, now);
  });
}

/** Everything that stands between a subscription and its activation. */
function missingForActivation(versions: readonly VersionRow[]): Fault[] {
  if (versions.length === 0) {
    return [
      { pointer: "/versions", code: "required", detail: "The subscription has no version: nothing is sold yet." },
    ];
  }
  const faults: Fault[] = [];
  versions.forEach((version, index) => {
    const at = `/versions/${index}`;
    if (version.startOn === null) {
      faults.push({ pointer: `${at}/startDate`, code: "required", detail: `Version ${version.id} has no start date.` });
    } else if (versions.some((other, place) => place < index && other.startOn === version.startOn)) {
      const detail = `Version ${version.id} starts on the same day as another, ${version.startOn}.`;
      faults.push({ pointer: `${at}/startDate`, code: "repeated", detail });
    }
    if (version.priceGroups.every((group) => group.priceIds.length === 0)) {
      faults.push({ pointer: `${at}/priceGroups`, code: "required", detail: `Version ${version.id} has no price.` });
    }
  });
  return faults;
}

/** Publishes the drafts in the order of their starts, and answers all versions that are published now. */
async function publishDrafts(work: Work, versions: readonly VersionRow[], now: string): Promise<VersionRow[]> {
  let published = versions.filter((version) => version.status !== "draft");
  for (const version of versions.filter((candidate) => candidate.status === "draft")) {
    published = await publishInChain(work, version, now);
    await notify(
      work,
      "subscription.version.published",
      version.subscriptionId,
      toVersion(version, work.organizationId),
    );
  }
  return published;
}
