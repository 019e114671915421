import type { JournalEntry } from "../journal/journal.ts";
import { billDay } from "./billing/bill-day.ts";
import { issue } from "./billing/issue.ts";
import { type AuditedSubscription, type Books } from "./books.ts";
import { type Day, dayOf, earlier, midnight, nextDay } from "./calendar.ts";
import { beginSubscription } from "./contract.ts";
import { applyChange } from "./change.ts";

/** Does to the books what the entry says was done, and everything that follows from it. */
export function replay(books: Books, entry: JournalEntry): void {
  switch (entry.kind) {
    case "organization_made":
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
    case "account_made":
    case "zone_changed":
      books.zones.set(entry.accountId, entry.zone);
      return;
    case "subscription_made":
      books.subscriptions.set(entry.subscription.id, beginSubscription(entry.subscription));
      return;
    case "version_drafted": {
      const { versionId: id, startsOn, priceIds } = entry;
      subscriptionOf(books, entry.subscriptionId).drafts.set(id, { id, startsOn, priceIds, proration: "prorate" });
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
    case "events_taken":
      for (const event of entry.events) {
        const key = `${event.accountId} ${event.eventName}`;
        const known = books.events.get(key);
        if (known === undefined) books.events.set(key, [event]);
        else known.push(event);
      }
      return;
    case "invoice_issued":
      issueByHand(books, entry.subscriptionId, entry.billingDate);
      return;
    case "clock_moved":
      moveClock(books, entry.to, entry.stepwise);
      return;
    default:
      entry satisfies never;
  }
}

export function subscriptionOf(books: Books, id: string): AuditedSubscription {
  const subscription = books.subscriptions.get(id);
  if (subscription === undefined) throw new Error(`the journal knows no subscription ${id}`);
  return subscription;
}

export function zoneOf(books: Books, subscription: AuditedSubscription): string {
  return books.zones.get(subscription.made.accountId) ?? "UTC";
}

function activate(books: Books, subscription: AuditedSubscription): void {
  const drafts = [...subscription.drafts.values()].toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  subscription.published.push(...drafts);
  subscription.drafts.clear();
  subscription.isActive = true;
  billUpTo(books, subscription, books.now);
  issueDue(books);
}

/** A version that is put in force on a day that is past already is billed at once, from that day on. */
function publish(books: Books, subscription: AuditedSubscription, versionId: string): void {
  const version = subscription.drafts.get(versionId);
  if (version === undefined) throw new Error(`the journal knows no draft ${versionId}`);
  subscription.drafts.delete(versionId);
  subscription.published.push(version);
  if (!subscription.isActive) return;
  const through = subscription.billedThrough;
  for (let day: Day = version.startsOn; through !== null && day <= through; day = nextDay(day)) {
    billDay(books, subscription, day);
  }
  billUpTo(books, subscription, books.now);
  issueDue(books);
}

/** Looks at every day that has begun by an instant, in order. */
function billUpTo(books: Books, subscription: AuditedSubscription, instant: number): void {
  if (!subscription.isActive) return;
  while (nextLook(books, subscription) <= instant) {
    const day = nextLookDay(subscription);
    subscription.billedThrough = day;
    billDay(books, subscription, day);
  }
}

function nextLookDay({ billedThrough, made, anchor }: AuditedSubscription): Day {
  return billedThrough === null ? earlier(made.contractStartDate, anchor) : nextDay(billedThrough);
}

/** The instant at which the next day begins; never, when the contract is over. */
function nextLook(books: Books, subscription: AuditedSubscription): number {
  const { endsOn, anchor } = subscription;
  const day = nextLookDay(subscription);
  if (endsOn !== null && day > endsOn && day > anchor) return Number.POSITIVE_INFINITY;
  return midnight(day, zoneOf(books, subscription));
}

/** Stepwise, the clock stops at everything that is due; else it has jumped, and all of it is due at once. */
function moveClock(books: Books, to: number, stepwise: boolean): void {
  while (stepwise) {
    const next = nextStop(books);
    if (next > to) break;
    books.now = Math.max(next, books.now);
    for (const subscription of books.subscriptions.values()) billUpTo(books, subscription, books.now);
    issueDue(books);
  }
  books.now = to;
  for (const subscription of books.subscriptions.values()) billUpTo(books, subscription, to);
  issueDue(books);
}

function nextStop(books: Books): number {
  const looks = [...books.subscriptions.values()].flatMap((subscription) =>
    subscription.isActive ? [nextLook(books, subscription)] : [],
  );
  const drafts = books.invoices.flatMap(({ issuesAt, issuedAt }) =>
    issuesAt !== null && issuedAt === null ? [issuesAt] : [],
  );
  return Math.min(...looks, ...drafts);
}

function issueDue(books: Books): void {
  for (const invoice of books.invoices) {
    if (invoice.issuedAt === null && invoice.issuesAt !== null && invoice.issuesAt <= books.now) issue(books, invoice);
  }
}

function issueByHand(books: Books, subscriptionId: string, billingDate: Day): void {
  const draft = books.invoices.find(
    (invoice) =>
      invoice.issuedAt === null &&
      invoice.billingDate === billingDate &&
      invoice.subscription.made.id === subscriptionId,
  );
  if (draft === undefined) throw new Error(`the auditor has no draft of ${subscriptionId} for ${billingDate}`);
  issue(books, draft);
}

/** The local day of an account's present. */
export function today(books: Books, subscription: AuditedSubscription): Day {
  return dayOf(books.now, zoneOf(books, subscription));
}
