import type { EventTaken, JournalEntry } from "../journal/journal.ts";
import type { AuditedSubscription, Books } from "./books.ts";
import { forgetUnchanged } from "./billing/late-usage.ts";
import { noteLine } from "./billing/noted-lines.ts";
import { billedInvoice, voidInvoice } from "./billing/void.ts";
import { dayOf } from "./calendar.ts";
import { applyChange } from "./change.ts";
import { taxOneOffAgain, writeOneOff } from "./one-off.ts";
import { beginSubscription } from "./contract.ts";
import { activate, publish } from "./put-in-force.ts";
import { cancel, pause, resume, withdraw } from "./service-stops.ts";
import { issueByHand, moveClock, runWorkers } from "./time.ts";

/** Does to the books what the entry says was done, and everything that follows from it. */
export function replay(books: Books, entry: JournalEntry): void {
  books.transaction += 1;
  switch (entry.kind) {
    // What follows from these is checked against what the platform wrote, in the order in which it did (invariants/money).
    case "invoice_given_up":
    case "credit_applied":
    case "payment_recorded":
    case "payment_refunded":
    case "credit_granted":
    case "grant_voided":
      return;
    case "note_issued":
      if (entry.billed !== null) for (const line of entry.lines) noteLine(billedInvoice(books, entry.billed), line);
      return;
    case "organization_made":
      books.country = entry.country;
      books.now = entry.now;
      books.graceMilliseconds = entry.graceHours * 3_600_000;
      books.skipsZero = entry.skipsZero;
      return;
    case "metric_made":
      books.metrics.set(entry.metric.id, entry.metric);
      return;
    case "price_made":
      books.prices.set(entry.price.id, entry.price);
      return;
    case "plan_made":
      books.plans.set(entry.planId, entry.priceIds);
      return;
    case "account_made":
      books.zones.set(entry.accountId, entry.zone);
      books.accountTaxes.set(entry.accountId, { country: entry.country, status: null, taxId: null, rateIds: [] });
      return;
    case "zone_changed":
      moveZone(books, entry.accountId, entry.zone);
      return;
    case "subscription_made":
      books.subscriptions.set(entry.subscription.id, beginSubscription(entry.subscription));
      return;
    case "version_drafted": {
      const { versionId: id, startsOn, priceIds } = entry;
      const version = { id, startsOn, priceIds, proration: "prorate" as const, isAfterBilling: false };
      subscriptionOf(books, entry.subscriptionId).drafts.set(id, version);
      return;
    }
    case "version_published":
      publish(books, subscriptionOf(books, entry.subscriptionId), entry.versionId);
      return;
    case "subscription_activated":
      activate(books, subscriptionOf(books, entry.subscriptionId));
      return;
    case "subscription_changed": {
      const subscription = subscriptionOf(books, entry.change.subscriptionId);
      const version = applyChange(books, subscription, entry.change);
      subscription.drafts.set(version.id, version);
      if (!entry.change.draft) publish(books, subscription, version.id);
      return;
    }
    case "subscription_paused":
      pause(books, subscriptionOf(books, entry.pause.subscriptionId), entry.pause);
      return;
    case "subscription_resumed":
      resume(books, subscriptionOf(books, entry.subscriptionId), entry.effective);
      return;
    case "subscription_canceled":
      cancel(books, subscriptionOf(books, entry.cancellation.subscriptionId), entry.cancellation);
      return;
    case "cancellation_withdrawn":
      withdraw(books, subscriptionOf(books, entry.subscriptionId));
      return;
    case "events_taken":
      for (const event of entry.events) takeIn(books, event);
      return;
    case "event_amended":
      takeOut(books, entry.event.uniqueId);
      takeIn(books, entry.event);
      return;
    case "event_voided":
      takeOut(books, entry.uniqueId);
      return;
    case "invoice_issued":
      issueByHand(books, entry.billed);
      return;
    case "invoice_voided":
      if (entry.billed !== null) voidInvoice(books, entry.billed, entry.isRebilled);
      if (entry.billed === null && entry.replacedBy !== null) taxOneOffAgain(books, entry.invoiceId, entry.replacedBy);
      return;
    case "tax_rate_made":
      books.taxRates.set(entry.rate.id, entry.rate);
      return;
    case "tax_rate_changed": {
      const rate = books.taxRates.get(entry.rateId);
      if (rate !== undefined) books.taxRates.set(entry.rateId, { ...rate, percentage: entry.percentage });
      return;
    }
    case "account_taxed":
      books.accountTaxes.set(entry.accountId, entry.tax);
      return;
    case "price_categorized":
      if (entry.taxCategory === null) books.categories.delete(entry.priceId);
      else books.categories.set(entry.priceId, entry.taxCategory);
      return;
    case "tax_rate_archived":
      books.taxRates.delete(entry.rateId);
      return;
    case "one_off_made":
      writeOneOff(books, entry.invoiceId, entry);
      return;
    case "one_off_issued":
      taxOneOffAgain(books, entry.invoiceId);
      return;
    case "corrections_seen":
      books.correctionDays = new Set(entry.days);
      forgetUnchanged(books, new Set(entry.late));
      return;
    case "workers_ran":
      runWorkers(books, entry.stepwise);
      return;
    case "clock_moved":
      moveClock(books, entry.to, entry.stepwise);
      return;
    default:
      entry satisfies never;
  }
}

/** What counts no more makes as much of a difference as what begins to. */
function takeOut(books: Books, uniqueId: string): void {
  for (const [key, events] of books.events) {
    const event = events.find((one) => one.uniqueId === uniqueId);
    if (event === undefined) continue;
    books.events.set(
      key,
      events.filter((one) => one !== event),
    );
    books.unseen.push(event);
  }
}

function takeIn(books: Books, event: EventTaken): void {
  const key = `${event.accountId} ${event.eventName}`;
  books.events.set(key, [...(books.events.get(key) ?? []), event]);
  books.unseen.push(event);
}

function subscriptionOf(books: Books, id: string): AuditedSubscription {
  const subscription = books.subscriptions.get(id);
  if (subscription === undefined) throw new Error(`the journal knows no subscription ${id}`);
  return subscription;
}

/** Days up to today go on beginning where they began (R-TIME-1). */
function moveZone(books: Books, accountId: string, zone: string): void {
  const from = books.zones.get(accountId) ?? "UTC";
  books.zones.set(accountId, zone);
  if (from === zone) return;
  for (const subscription of books.subscriptions.values()) {
    if (subscription.made.accountId !== accountId) continue;
    subscription.earlierZones.push({ zone: from, through: dayOf(books.now, from) });
  }
}
