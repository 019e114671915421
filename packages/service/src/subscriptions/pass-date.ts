import {
  findVersions,
  lockPrices,
  type Renewal,
  type SubscriptionRow,
  updateSubscription,
  updateVersion,
  type VersionRow,
} from "@counterfoil/storage";
import { nextBillingDate } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { type LoadedContract, loadContracts } from "../billing/load-contracts.ts";
import { dueAt } from "../billing/schedule.ts";
import type { Work } from "../context.ts";
import { audit, notify } from "../record.ts";
import { toSubscription, toVersion } from "./subscription.ts";

/**
 * What a date brings to a subscription beside its invoice: the version that starts supersedes the one before (R-SUB-3), and
 * a contract that reaches its end renews or is completed (R-SUB-7).
 */
export async function passDate(
  work: Work,
  loaded: LoadedContract,
  on: Temporal.PlainDate,
  now: string,
): Promise<LoadedContract> {
  await supersedeVersions(work, loaded.versions, on, now);
  const { subscription, contract } = loaded;
  const { contractEndOn } = subscription;
  if (contractEndOn === null || contractEndOn > on.toString() || subscription.endedAt !== null) return loaded;
  if (!subscription.autoRenew) {
    // The last arrears may fall due after the end, on a later first billing date.
    if (nextBillingDate(contract, on) !== null) return loaded;
    const ended = completed(subscription, dueAt(Temporal.PlainDate.from(contractEndOn), contract.timeZone), now);
    await saveChange(work, subscription, ended, "subscription.completed");
    return { ...loaded, subscription: ended };
  }
  const renewed = renew(subscription, contract.timeZone, now);
  await saveChange(work, subscription, renewed, "subscription.renewed");
  await notify(work, "subscription.renewed", subscription.id, toSubscription(renewed, work.organizationId));
  const [reloaded] = await loadContracts(work.tx, [renewed]);
  return reloaded ?? loaded;
}

/** Versions whose successor starts on or before a date are superseded, oldest first. */
export async function supersedeVersions(
  work: Work,
  versions: readonly VersionRow[],
  on: Temporal.PlainDate,
  now: string,
): Promise<void> {
  for (const version of versions) {
    if (version.status !== "published" || version.endOn === null || version.endOn > on.toString()) continue;
    const superseded: VersionRow = { ...version, status: "superseded", updatedAt: now };
    await updateVersion(work.tx, superseded);
    Object.assign(version, superseded);
    const shown = toVersion(superseded, work.organizationId);
    await notify(work, "subscription.version.superseded", version.subscriptionId, shown);
  }
}

/**
 * Publishes a version among those that are published: each ends where the next starts, and `endDate` is ours to set
 * (R-SUB-3). One that starts on the same day as another takes its place, and the other is left without a day.
 */
export async function publishInChain(work: Work, version: VersionRow, now: string): Promise<VersionRow[]> {
  const all = await findVersions(work.tx, [version.subscriptionId]);
  const others = all.filter((other) => other.status !== "draft" && other.id !== version.id);
  Object.assign(version, { status: "published", publishedAt: now, updatedAt: now });
  const chain = [...others, version].sort((a, b) => (a.startOn ?? "").localeCompare(b.startOn ?? ""));
  await lockPrices(
    work.tx,
    version.priceGroups.flatMap((group) => group.priceIds),
  );
  for (const [index, link] of chain.entries()) {
    const next = chain[index + 1];
    const endOn = next?.startOn ?? null;
    if (link.endOn === endOn && link !== version) continue;
    Object.assign(link, { endOn, endDate: next?.startDate ?? null, updatedAt: now });
    await updateVersion(work.tx, link);
  }
  return chain;
}

/** An ended contract is closed: `canceled` is the one state after `active`; `canceledAt` stays empty, for nobody canceled. */
function completed(subscription: SubscriptionRow, endedAt: string, now: string): SubscriptionRow {
  return { ...subscription, status: "canceled", endedAt, completedAt: endedAt, updatedAt: now };
}

function renew(subscription: SubscriptionRow, timeZone: string, now: string): SubscriptionRow {
  const { contractEndOn, contractEndDate, renewalDuration, contractDuration } = subscription;
  if (contractEndOn === null || contractEndDate === null) throw new Error("a contract without an end does not renew");
  const months = renewalDuration ?? contractDuration;
  const periodType = subscription.renewalPeriodType ?? (months === null ? "monthly_rolling" : "fixed");
  const end = periodType === "fixed" && months !== null ? Temporal.PlainDate.from(contractEndOn).add({ months }) : null;
  const endDate = end === null ? null : dueAt(end, timeZone);
  const renewal: Renewal = {
    renewedAt: dueAt(Temporal.PlainDate.from(contractEndOn), timeZone),
    periodStart: contractEndDate,
    periodEnd: endDate,
  };
  return {
    ...subscription,
    contractPeriodType: periodType,
    contractEndOn: end?.toString() ?? null,
    contractEndDate: endDate,
    renewalHistory: [...subscription.renewalHistory, renewal],
    updatedAt: now,
  };
}

async function saveChange(work: Work, before: SubscriptionRow, after: SubscriptionRow, action: string): Promise<void> {
  await updateSubscription(work.tx, after);
  const [old, now] = [before, after].map((row) => toSubscription(row, work.organizationId));
  await audit(work, { action, objectId: after.id, before: old ?? null, after: now ?? null });
}
