import { findVersions, type SubscriptionRow, updateSubscription, type VersionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { contractInstant, type LoadedContract, loadContracts, nextDueOn } from "../contracts/index.ts";
import { dueAt, localDay } from "../time.ts";
import type { Work } from "../context.ts";
import { regrant } from "../entitlements/index.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { mailContract } from "../mails/index.ts";
import { audit, notify } from "../record.ts";
import { type ActivationWarning, activationWarnings } from "./activation-warnings.ts";
import { publishInChain, supersedeVersions } from "./pass-date.ts";
import { toSubscription, toVersion } from "./subscription.ts";

/** An activated subscription, and what it sells. */
export interface Activation {
  readonly subscription: SubscriptionRow;
  /** The same with everything that billing needs. */
  readonly loaded: LoadedContract;
  readonly warnings: readonly ActivationWarning[];
}

/**
 * Activates a locked subscription: publishes its drafts, schedules its first billing date, and creates the notification
 * (R-SUB-2). The clock of `work` is the account's. It does not bill: the caller bills what is already due and sends the
 * mail after that (`mailActivation`), because mails come after invoices in the lock order.
 */
export async function activate(work: Work, before: SubscriptionRow): Promise<Activation> {
  const drafts = await findVersions(work.tx, [before.id]);
  refuseFaults(missingForActivation(drafts));
  const now = work.clock.now();
  await publishDrafts(work, drafts, now);
  const activated: SubscriptionRow = { ...before, status: "active", activatedAt: now, updatedAt: now };
  const [loaded] = await loadContracts(work.tx, [activated]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  const { timeZone } = loaded.contract;
  await supersedeVersions(work, loaded.versions, Temporal.PlainDate.from(localDay(now, timeZone)), now);
  const next = nextDueOn(loaded, null);
  const scheduled: SubscriptionRow = {
    ...activated,
    firstBillingDate: activated.firstBillingDate ?? contractInstant(activated, loaded.contract.anchor, timeZone),
    firstBillingOn: activated.firstBillingOn ?? loaded.contract.anchor.toString(),
    nextBillingOn: next?.toString() ?? null,
    nextBillingAt: next === null ? null : dueAt(next, timeZone),
    billingFailure: null,
  };
  await updateSubscription(work.tx, scheduled);
  await regrant(work.tx, [loaded]);
  const shown = toSubscription(scheduled, work.organizationId);
  const old = toSubscription(before, work.organizationId);
  const warnings = await activationWarnings(work.tx, before.id);
  const after = warnings.length === 0 ? shown : { ...shown, warnings };
  await audit(work, { action: "subscription.activated", objectId: before.id, before: old, after });
  await notify(work, "subscription.activated", before.id, shown);
  return { subscription: scheduled, loaded: { ...loaded, subscription: scheduled }, warnings };
}

/** Notifies the customer by mail that the subscription is active (R-MAIL-1). */
export function mailActivation(work: Work, subscription: SubscriptionRow): Promise<void> {
  return mailContract(work, subscription, { kind: "activation", occasion: "activated" });
}

/** Subscriptions that are loaded for billing. */
export interface TakenUp {
  /** Those that have something to bill. */
  readonly running: readonly SubscriptionRow[];
  /** Those that were just activated. Their mails follow after billing. */
  readonly activated: readonly SubscriptionRow[];
}

/** Prepares due subscriptions for billing. First activates each accepted one whose contract starts now (R-SUB-1). */
export async function activateAccepted(work: Work, due: readonly SubscriptionRow[]): Promise<TakenUp> {
  const activated: SubscriptionRow[] = [];
  for (const row of due) if (row.status === "accepted") activated.push((await activate(work, row)).subscription);
  const running = [...due.filter(({ status }) => status !== "accepted"), ...activated];
  return { running: running.filter((row) => isDue(row, work.clock.now())), activated };
}

/** Whether something of a subscription is due for billing. */
export function isDue({ nextBillingAt }: Pick<SubscriptionRow, "nextBillingAt">, now: string): boolean {
  return nextBillingAt !== null && nextBillingAt <= now;
}

/** The faults that prevent a subscription's activation. */
export function missingForActivation(versions: readonly VersionRow[]): Fault[] {
  if (versions.length === 0) {
    return [
      {
        pointer: "/versions",
        code: "required",
        detail: "The subscription has no version. Create a version with a start date and a price.",
      },
    ];
  }
  const faults: Fault[] = [];
  versions.forEach((version, index) => {
    const at = `/versions/${index}`;
    if (version.startOn === null) {
      faults.push({
        pointer: `${at}/startDate`,
        code: "required",
        detail: `The version ${version.id} has no start date. Set startDate.`,
      });
    } else if (versions.some((other, place) => place < index && other.startOn === version.startOn)) {
      const detail = `The version ${version.id} starts on ${version.startOn}, like another version. Choose another day.`;
      faults.push({ pointer: `${at}/startDate`, code: "repeated", detail });
    }
    if (version.priceGroups.every((group) => group.priceIds.length === 0)) {
      faults.push({
        pointer: `${at}/priceGroups`,
        code: "required",
        detail: `The version ${version.id} has no prices. Add a price.`,
      });
    }
  });
  return faults;
}

/** Publishes the drafts in the order of their starts. */
async function publishDrafts(work: Work, versions: readonly VersionRow[], now: string): Promise<void> {
  for (const version of versions.filter((candidate) => candidate.status === "draft")) {
    await publishInChain(work, version, now);
    await notify(
      work,
      "subscription.version.published",
      version.subscriptionId,
      toVersion(version, work.organizationId),
    );
  }
}
