import {
  findVersions,
  lockPrices,
  type PauseRow,
  type SubscriptionRow,
  updatePause,
  updateSubscription,
  updateVersion,
  type VersionRow,
} from "@counterfoil/storage";
import { nextBillingDate } from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import { contractInstant, loadContracts, type LoadedContract } from "../contracts/index.ts";
import type { Work } from "../context.ts";
import { audit, notify, type NotificationType } from "../record.ts";
import { endReached, isReached } from "./end-reached.ts";
import { linkChain } from "./link-chain.ts";
import { withNextTerm } from "./next-term.ts";
import { toSubscription, toVersion } from "./subscription.ts";

/**
 * The effects of a date on a subscription besides its invoice: it starts, its next version supersedes the current one
 * (R-SUB-3), it pauses or resumes (R-SUB-6), and at its end it renews, completes or is canceled (R-SUB-7).
 */
export async function passDate(
  work: Work,
  before: LoadedContract,
  on: Temporal.PlainDate,
  now: string,
): Promise<LoadedContract> {
  const today = on.toString();
  await supersedeVersions(work, before.versions, on, now);
  if (before.subscription.endedAt !== null) return before;
  const started = await passStart(work, await followPlan(work, before, today, now), today, now);
  return passEnd(
    work,
    { ...before, subscription: await passPauses(work, started, { pauses: before.pauses, today, now }) },
    on,
    now,
  );
}

/** Ends or renews a contract whose end is reached. */
export async function passEnd(
  work: Work,
  loaded: LoadedContract,
  on: Temporal.PlainDate,
  now: string,
): Promise<LoadedContract> {
  const today = on.toString();
  switch (endReached(loaded.subscription, today)) {
    case "none":
      return loaded;
    case "renewal":
      return renew(work, loaded, now);
    case "end":
      return end(work, loaded, on, now);
  }
}

async function passStart(
  work: Work,
  subscription: SubscriptionRow,
  today: string,
  now: string,
): Promise<SubscriptionRow> {
  if (subscription.startedAt !== null || subscription.contractStartOn > today) return subscription;
  const started = { ...subscription, startedAt: now };
  await updateSubscription(work.tx, started);
  await notifyOf(work, "subscription.started", started);
  return started;
}

/** When a change of plan takes effect, the subscription refers to the new plan. */
export async function followPlan(
  work: Work,
  { subscription, versions }: Pick<LoadedContract, "subscription" | "versions">,
  today: string,
  now: string,
): Promise<SubscriptionRow> {
  const running = versions.findLast(
    ({ status, startOn }) => status !== "draft" && startOn !== null && startOn <= today,
  );
  const planId = running?.planId ?? subscription.planId;
  if (planId === subscription.planId) return subscription;
  const moved = { ...subscription, planId, updatedAt: now };
  await saveChange(work, subscription, moved, "subscription.plan_changed");
  return moved;
}

interface PassedDay {
  readonly pauses: readonly PauseRow[];
  readonly today: string;
  readonly now: string;
}

/** Starts and ends the pauses that are due by a day, and creates their notifications. */
async function passPauses(
  work: Work,
  subscription: SubscriptionRow,
  { pauses, today, now }: PassedDay,
): Promise<SubscriptionRow> {
  let current = subscription;
  for (const pause of pauses) {
    const begins = pause.state === "ahead" && pause.startsOn <= today;
    const isOver = pause.state !== "over" && isReached(pause.endsOn, today);
    if (!begins && !isOver) continue;
    Object.assign(pause, { state: isOver ? "over" : "running", updatedAt: now });
    await updatePause(work.tx, pause);
    if (begins) await notifyOf(work, "subscription.paused", current);
    if (!isOver) continue;
    const resumed = { ...current, pausedAt: null, resumesAt: null, updatedAt: now };
    await saveChange(work, current, resumed, "subscription.resumed");
    await notifyOf(work, "subscription.resumed", resumed);
    current = resumed;
  }
  return current;
}

function notifyOf(work: Work, type: NotificationType, subscription: SubscriptionRow): Promise<void> {
  return notify(work, type, subscription.id, toSubscription(subscription, work.organizationId));
}

/**
 * Closes a contract. `canceled` is the only status after `active`, even if the contract ended as agreed and was not
 * canceled.
 */
async function end(work: Work, loaded: LoadedContract, on: Temporal.PlainDate, now: string): Promise<LoadedContract> {
  const { subscription, contract } = loaded;
  // The last arrears can fall due after the end, on a later first billing date.
  if (contract.endsOn === null || nextBillingDate(contract, on) !== null) return loaded;
  const endedAt = contractInstant(subscription, contract.endsOn, contract.timeZone);
  const isCanceled = subscription.cancelsOn !== null;
  const moment = isCanceled ? { canceledAt: endedAt } : { completedAt: endedAt };
  const ended: SubscriptionRow = { ...subscription, ...moment, status: "canceled", endedAt, updatedAt: now };
  await saveChange(work, subscription, ended, isCanceled ? "subscription.canceled" : "subscription.completed");
  // The same notification reports every end of a contract, whatever caused it.
  await notifyOf(work, "subscription.canceled", ended);
  return { ...loaded, subscription: ended };
}

async function renew(work: Work, { subscription, contract }: LoadedContract, now: string): Promise<LoadedContract> {
  const renewed = withNextTerm(subscription, contract.timeZone, now);
  await saveChange(work, subscription, renewed, "subscription.renewed");
  await notifyOf(work, "subscription.renewed", renewed);
  const [reloaded] = await loadContracts(work.tx, [renewed]);
  if (reloaded === undefined) throw new Error("the subscription was not loaded");
  return reloaded;
}

/** Supersedes versions whose successor starts on or before a date, the oldest first. */
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
 * Publishes a version between the published ones. Each ends where the next starts, and Counterfoil sets `endDate`
 * (R-SUB-3). A version with the same start as another replaces it, and the other has no day left.
 */
export async function publishInChain(work: Work, version: VersionRow, now: string): Promise<VersionRow[]> {
  const all = await findVersions(work.tx, [version.subscriptionId]);
  const others = all.filter((other) => other.status !== "draft" && other.id !== version.id);
  const publicationNumber = others.length + 1;
  Object.assign(version, { status: "published", publishedAt: now, publicationNumber, updatedAt: now });
  const { chain, moved } = linkChain(others, version);
  await lockPrices(
    work.tx,
    version.priceGroups.flatMap((group) => group.priceIds),
  );
  for (const { link, end } of moved) {
    Object.assign(link, { ...end, updatedAt: now });
    await updateVersion(work.tx, link);
  }
  return chain;
}

async function saveChange(work: Work, before: SubscriptionRow, after: SubscriptionRow, action: string): Promise<void> {
  await updateSubscription(work.tx, after);
  const [old, now] = [before, after].map((row) => toSubscription(row, work.organizationId));
  await audit(work, { action, objectId: after.id, before: old ?? null, after: now ?? null });
}
