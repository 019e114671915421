import { advanceInterval, billedPeriodAt, type Contract, earlier, planReopening } from "@counterfoil/engine";
import { findBilledLines, findSubscriptionsById, type SubscriptionRow, updateSubscription } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { billAgain, billContracts, billPlan } from "../bill/index.ts";
import { toBilledLine } from "../../billing/index.ts";
import { issueAtOnce } from "../issue/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { contractInstant, loadContracts, type LoadedContract, nextDueOn } from "../../contracts/index.ts";
import { dueAt } from "../../time.ts";
import type { Work } from "../../context.ts";
import { regrant } from "../../entitlements/index.ts";
import { passEnd, today } from "../../subscriptions/index.ts";
import { lastBilledOn, settledThrough } from "./billed-through.ts";

interface ScheduleChange {
  readonly changedOn: Temporal.PlainDate;
  readonly now: string;
  readonly until?: string;
}

/**
 * Reschedules an active subscription that was changed from a day on: finds the next due date again, and bills and
 * issues at once what the change makes due on days that have come. With `until`, bills up to a future instant.
 */
export async function reschedule(
  work: Work,
  subscription: SubscriptionRow,
  { changedOn, now, until = now }: ScheduleChange,
): Promise<WrittenInvoice[]> {
  const [loaded] = await loadContracts(work.tx, [subscription]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  const billedOn = lastBilledOn(loaded);
  const next = nextDueOn(loaded, settledThrough(subscription, changedOn, billedOn));
  const nextBillingAt = next === null ? null : dueAt(next, loaded.contract.timeZone);
  const scheduled = { ...subscription, nextBillingOn: next?.toString() ?? null, nextBillingAt, updatedAt: now };
  await updateSubscription(work.tx, scheduled);
  await regrant(work.tx, [loaded]);
  const isBilled = billedOn?.equals(changedOn) === true;
  const invoices = isBilled ? await billAgain(work, { ...loaded, subscription: scheduled }, changedOn, now) : [];
  const isOver = isBilled && (await endOnBilledDay(work, { ...loaded, subscription: scheduled }, changedOn, now));
  if (!isOver && nextBillingAt !== null && nextBillingAt <= until) {
    invoices.push(...(await billContracts(work, [{ ...loaded, subscription: scheduled }], now, until)));
  }
  invoices.push(...(await billReopened(work, subscription.id, now)));
  await issueAtOnce(work, invoices, now);
  return invoices;
}

/** An end can be set on a day that is already billed. That day is not billed again, so the subscription ends here. */
async function endOnBilledDay(
  work: Work,
  loaded: LoadedContract,
  day: Temporal.PlainDate,
  now: string,
): Promise<boolean> {
  const { subscription } = await passEnd(work, loaded, day, now);
  if (subscription.endedAt === null) return false;
  await updateSubscription(work.tx, { ...subscription, nextBillingOn: null, nextBillingAt: null });
  return true;
}

/** Periods that were billed only up to an end are billed further if the contract now ends later. */
async function billReopened(work: Work, subscriptionId: string, now: string): Promise<WrittenInvoice[]> {
  const [current] = await findSubscriptionsById(work.tx, [subscriptionId]);
  const [loaded] = current === undefined ? [] : await loadContracts(work.tx, [current]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  const day = today(loaded, now);
  // Also lines that ended the day before: the contract may continue after them.
  const start = earliestPeriodStart(loaded.contract, day).subtract({ days: 1 }).toString();
  const rows = await findBilledLines(
    work.tx,
    [...loaded.prices.keys()].map((priceId) => ({
      key: priceId,
      subscriptionId,
      priceId,
      start,
      end: "infinity",
      exceptInvoiceId: null,
      replacedInvoiceId: null,
    })),
  );
  const plan = planReopening(
    loaded.contract,
    day,
    rows.map((row) => toBilledLine(row)),
  );
  const invoices = plan.slots.length === 0 ? [] : await billPlan(work, loaded, { on: day, plan, now });
  if (invoices.length > 0) await noteBilling(work, loaded, day);
  return invoices;
}

/**
 * The first day of the periods billed in advance that contain a day, or the day itself if there are none. A line of
 * such a period may have ended long before: if an end was withdrawn during a pause, the rest is billed when the pause
 * ends.
 */
function earliestPeriodStart(contract: Contract, day: Temporal.PlainDate): Temporal.PlainDate {
  const intervals = contract.versions.flatMap(({ prices }) => prices.flatMap((price) => advanceInterval(price) ?? []));
  return intervals.map((interval) => billedPeriodAt(contract, interval, day).span.start).reduce(earlier, day);
}

/**
 * Records the day as billed, so that a later change on this day is billed as a second billing and no change can start
 * before it.
 */
async function noteBilling(work: Work, loaded: LoadedContract, day: Temporal.PlainDate): Promise<void> {
  const billedOn = lastBilledOn(loaded);
  if (billedOn !== null && Temporal.PlainDate.compare(billedOn, day) >= 0) return;
  const lastBillingDate = contractInstant(loaded.subscription, day, loaded.contract.timeZone);
  await updateSubscription(work.tx, { ...loaded.subscription, lastBillingDate, lastBillingOn: day.toString() });
}
