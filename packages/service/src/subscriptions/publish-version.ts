import { chargePeriodAt, segments } from "@counterfoil/engine";
import { updateSubscription, updateVersion, type VersionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { onAccountClock } from "../accounts/account-time.ts";
import { type LoadedContract, loadContracts } from "../billing/load-contracts.ts";
import { dueAt, nextDueOn } from "../billing/schedule.ts";
import { type Context, transact } from "../context.ts";
import { DomainError, refuseFaults } from "../errors/domain-error.ts";
import type { Fault } from "../errors/fault.ts";
import { audit, notify } from "../record.ts";
import { chainVersions, supersedeVersions } from "./pass-date.ts";
import { localDay } from "../time.ts";
import { type SubscriptionVersion, toVersion } from "./subscription.ts";
import { draftOf, lockOpenSubscription } from "./write-versions.ts";

/**
 * Publishes one draft version of a running subscription. On a draft subscription it waits for activation, which publishes
 * all drafts.
 */
export function publishVersion(context: Context, subscriptionId: string, id: string): Promise<SubscriptionVersion> {
  return transact(context, async (transaction) => {
    const subscription = await lockOpenSubscription(transaction, subscriptionId);
    const work = await onAccountClock(transaction, subscription);
    const draft = await draftOf(work, subscription, id);
    const now = work.clock.now();
    const published: VersionRow = { ...draft, status: "published", publishedAt: now, updatedAt: now };
    const [before] = await loadContracts(work.tx, [subscription]);
    if (before === undefined) throw new Error("the subscription was not loaded");
    refuseFaults(publicationFaults(draft, before));
    await updateVersion(work.tx, published);
    const versions = await chainVersions(work, subscriptionId, now);
    const [loaded] = await loadContracts(work.tx, [subscription]);
    if (loaded === undefined) throw new Error("the subscription was not loaded");
    if (subscription.status === "active") {
      refuseCutOfBilledService(before, loaded, draft);
      const billedOn = subscription.lastBillingDate === null ? null : localDay(subscription.lastBillingDate, loaded.contract.timeZone);
      const next = nextDueOn(loaded, billedOn === null ? null : Temporal.PlainDate.from(billedOn));
      const nextBillingAt = next === null ? null : dueAt(next, loaded.contract.timeZone);
      await updateSubscription(work.tx, { ...subscription, nextBillingOn: next?.toString() ?? null, nextBillingAt, updatedAt: now });
      await supersedeVersions(work, versions, Temporal.PlainDate.from(localDay(now, loaded.contract.timeZone)), now);
    }
    const shown = toVersion(loaded.versions.find((version) => version.id === id) ?? published, work.organizationId);
    await audit(work, { action: "subscription.version.published", objectId: subscriptionId, before: toVersion(draft, work.organizationId), after: shown });
    await notify(work, "subscription.version.published", subscriptionId, shown);
    return shown;
  });
}

function publicationFaults(draft: VersionRow, { versions }: LoadedContract): Fault[] {
  const faults: Fault[] = [];
  if (draft.startOn === null) {
    faults.push({ pointer: "/startDate", code: "required", detail: "A version needs a start date to be published." });
  }
  if (draft.priceGroups.every((group) => group.priceIds.length === 0)) {
    faults.push({ pointer: "/priceGroups", code: "required", detail: "A version needs a price to be published." });
  }
  if (versions.some((version) => version.status !== "draft" && version.startOn === draft.startOn)) {
    faults.push({ pointer: "/startDate", code: "repeated", detail: `Another version starts on ${draft.startOn}.` });
  }
  return faults;
}

/**
 * A price that is no longer sold in the middle of a period that was billed in advance needs a credit for the unused days.
 * Such a change is refused here: it is not to be published by date alone.
 */
function refuseCutOfBilledService(before: LoadedContract, after: LoadedContract, draft: VersionRow): void {
  const { lastBillingDate } = before.subscription;
  if (lastBillingDate === null || draft.startOn === null) return;
  const start = Temporal.PlainDate.from(draft.startOn);
  const billedOn = Temporal.PlainDate.from(localDay(lastBillingDate, before.contract.timeZone));
  if (Temporal.PlainDate.compare(start, billedOn) <= 0) {
    throw new DomainError(
      "state_conflict",
      `The version starts on ${start}, and the subscription is billed up to ${billedOn}. Choose a later start.`,
    );
  }
  const cut = segments(after.contract).filter(
    ({ end, price }) =>
      end?.equals(start) === true &&
      price.charge.kind === "recurring" &&
      price.charge.terms === "advance" &&
      !chargePeriodAt(after.contract, price.charge.interval, start).span.start.equals(start) &&
      Temporal.PlainDate.compare(chargePeriodAt(after.contract, price.charge.interval, start).span.start, billedOn) <= 0,
  );
  if (cut.length === 0) return;
  const names = cut.map(({ price }) => price.name).join(", ");
  throw new DomainError(
    "state_conflict",
    `${names} is billed in advance beyond ${start}. Let the version start with a billing period.`,
  );
}
