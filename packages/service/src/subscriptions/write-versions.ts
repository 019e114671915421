import {
  deleteVersion as remove,
  findVersions,
  insertVersion,
  type PriceGroup,
  type SubscriptionRow,
  updateVersion as save,
  type VersionRow,
} from "@counterfoil/storage";
import { findTimeZone, onAccountClock } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { resolveEntitlements, type ResolvedEntitlements } from "../entitlements/index.ts";
import { audit } from "../record.ts";
import { toInstantText, writtenDay } from "../time.ts";
import { draftVersion } from "./create-subscription.ts";
import { midPeriodFaults } from "./mid-period-faults.ts";
import { type ResolvedGroups, resolvePriceGroups } from "./resolve-price-groups.ts";
import { type SubscriptionVersion, toVersion } from "./subscription.ts";
import { lockFor } from "./transitions.ts";
import { NO_ADJUSTMENTS, resolveAdjustments } from "./version-adjustments.ts";
import { groupsOf, type VersionInput } from "./version-input.ts";
import { requireUnchanged } from "../precondition.ts";

/** Adds a draft version to a draft or active subscription. */
export function createVersion(
  context: Context,
  subscriptionId: string,
  input: VersionInput,
): Promise<SubscriptionVersion> {
  return transact(context, async (transaction) => {
    const subscription = await lockFor(transaction, subscriptionId, "writeVersions");
    const work = await onAccountClock(transaction, subscription);
    const start = await versionStart(work, subscription, input.startDate ?? null);
    const earlier = await versionBefore(work, subscription, start.startOn);
    const { groups, faults } = await resolveGroups(work, subscription, input, earlier?.priceGroups);
    const granted = await grantedBy(work, subscription, start.startOn, input);
    const midCycle = input.isMidCycle === false ? midPeriodFaults(subscription, start.startOn) : [];
    const adjusted = resolveAdjustments(work, { groups: groups ?? [], input, before: earlier ?? NO_ADJUSTMENTS });
    refuseFaults([...faults, ...granted.faults, ...adjusted.faults, ...midCycle]);
    const sold = { groups: groups ?? [], ...granted, ...adjusted.adjustments };
    const version = draftVersion(work, subscription, {
      start,
      sold,
      changeDescription: input.changeDescription ?? null,
    });
    await insertVersion(work.tx, version);
    const created = toVersion(version, work.organizationId);
    await audit(work, { action: "subscription.version.created", objectId: subscriptionId, after: created });
    return created;
  });
}

/** Changes a draft version; published ones never change (R-SUB-3). */
export function updateVersion(
  context: Context,
  subscriptionId: string,
  id: string,
  input: VersionInput,
): Promise<SubscriptionVersion> {
  return transact(context, async (transaction) => {
    const subscription = await lockFor(transaction, subscriptionId, "writeVersions");
    const work = await onAccountClock(transaction, subscription);
    const before = await draftOf(work, subscription, id);
    await requireUnchanged(work, () => toVersion(before, work.organizationId));
    const { groups, faults } = await resolveGroups(work, subscription, input, before.priceGroups);
    const start = input.startDate === undefined ? before : await versionStart(work, subscription, input.startDate);
    const granted = await resolveEntitlements(work.tx, input.entitlements ?? before.entitlements);
    const midCycle = input.isMidCycle === false ? midPeriodFaults(subscription, start.startOn) : [];
    const adjusted = resolveAdjustments(work, { groups: groups ?? before.priceGroups, input, before });
    refuseFaults([...faults, ...granted.faults, ...adjusted.faults, ...midCycle]);
    const after: VersionRow = {
      ...before,
      ...adjusted.adjustments,
      startDate: start.startDate,
      startOn: start.startOn,
      ...(input.changeDescription === undefined ? {} : { changeDescription: input.changeDescription }),
      ...(groups === undefined ? {} : { priceGroups: groups }),
      entitlements: granted.entitlements,
      updatedAt: work.clock.now(),
    };
    await save(work.tx, after, "replace");
    const shown = toVersion(after, work.organizationId);
    const old = toVersion(before, work.organizationId);
    await audit(work, { action: "subscription.version.updated", objectId: subscriptionId, before: old, after: shown });
    return shown;
  });
}

/** Removes a draft version. */
export function deleteVersion(context: Context, subscriptionId: string, id: string): Promise<void> {
  return transact(context, async (transaction) => {
    const subscription = await lockFor(transaction, subscriptionId, "writeVersions");
    const work = await onAccountClock(transaction, subscription);
    const before = toVersion(await draftOf(work, subscription, id), work.organizationId);
    await requireUnchanged(work, () => before);
    await remove(work.tx, id);
    await audit(work, { action: "subscription.version.deleted", objectId: subscriptionId, before });
  });
}

/** A version of the subscription that is still a draft. Otherwise 409 with its status. */
export async function draftOf(work: Work, subscription: SubscriptionRow, id: string): Promise<VersionRow> {
  const version = (await findVersions(work.tx, [subscription.id])).find((candidate) => candidate.id === id);
  if (version === undefined) throw notFound("version of this subscription", id);
  if (version.status === "draft") return version;
  throw new DomainError(
    "state_conflict",
    `The version is ${version.status}. Only a draft version can change. Create a new version.`,
  );
}

async function resolveGroups(
  work: Work,
  subscription: SubscriptionRow,
  input: VersionInput,
  present: readonly PriceGroup[] = [],
): Promise<Partial<ResolvedGroups> & Pick<ResolvedGroups, "faults">> {
  const inputs = groupsOf(input);
  if (inputs === undefined) return { faults: [] };
  const currency = subscription.sourceCurrency ?? subscription.currency;
  return resolvePriceGroups(work, inputs, { currency, subscriptionId: subscription.id }, present);
}

/** The entitlements of a new version: those in the request, or those of the previous version. */
async function grantedBy(
  work: Work,
  subscription: SubscriptionRow,
  startOn: string | null,
  { entitlements }: VersionInput,
): Promise<ResolvedEntitlements> {
  if (entitlements !== undefined) return resolveEntitlements(work.tx, entitlements);
  return { entitlements: (await versionBefore(work, subscription, startOn))?.entitlements ?? [], faults: [] };
}

/** The version that is in effect until a new one starts. */
async function versionBefore(
  work: Work,
  subscription: SubscriptionRow,
  startOn: string | null,
): Promise<VersionRow | undefined> {
  const versions = await findVersions(work.tx, [subscription.id]);
  return versions.findLast((version) => version.startOn !== null && version.startOn <= (startOn ?? "9999"));
}

async function versionStart(
  work: Work,
  subscription: SubscriptionRow,
  startDate: string | null,
): Promise<{ startDate: string | null; startOn: string | null }> {
  if (startDate === null) return { startDate: null, startOn: null };
  const timeZone = await findTimeZone(work.tx, subscription.accountId);
  return { startDate: toInstantText(startDate, timeZone), startOn: writtenDay(startDate, timeZone) };
}
