import type { BilledPlace } from "../journal/money.ts";
import { forgetUncharged, reopen } from "./billing/advance.ts";
import { billDay, makeInvoice, withCorrections } from "./billing/bill-day.ts";
import { issueInOrder, waitsOnceCounted } from "./billing/issue.ts";
import { correctionLines, noteLateUsage } from "./billing/late-usage.ts";
import { advanceInterval } from "./billing/price-kind.ts";
import { billedInvoice } from "./billing/void.ts";
import type { AuditedInvoice, AuditedSubscription, Books } from "./books.ts";
import { type Day, earlier, later, midnight, nextDay } from "./calendar.ts";
import { endOf, pricesOf, zoneOf } from "./contract.ts";
import { today } from "./effective-day.ts";

/** Looks at every day that has begun by an instant, in order. */
export function billUpTo(books: Books, subscription: AuditedSubscription, instant: number): void {
  if (!subscription.isActive) return;
  while (nextLook(books, subscription) <= instant) {
    const day = nextLookDay(subscription);
    subscription.billedThrough = day;
    billDay(books, subscription, day, false);
  }
}

/** Bills at once up to a day that may be still to come, also one that was looked at before the account moved west. */
export function billThrough(books: Books, subscription: AuditedSubscription, day: Day): void {
  subscription.billedThrough = lookedAtThrough(books, subscription);
  billUpTo(books, subscription, midnight(day, zoneOf(books, subscription)));
}

/** Looks again at the days from one on that were looked at before the contract was changed. */
export function billAgainFrom(books: Books, subscription: AuditedSubscription, from: Day): void {
  const through = lookedAtThrough(books, subscription);
  subscription.billedThrough = through;
  forgetUncharged(subscription, from);
  for (let day = from; through !== null && day <= through; day = nextDay(day)) billDay(books, subscription, day, true);
  billUpTo(books, subscription, books.now);
  billReopened(books, subscription);
  issueAtOnce(books);
}

/** Where the account moved west since, the last of these days is still to come, unless it is invoiced. */
function lookedAtThrough(books: Books, subscription: AuditedSubscription): Day | null {
  if (subscription.billedThrough === null) return null;
  const invoiced = books.invoices
    .filter((invoice) => invoice.subscription === subscription)
    .map(({ billingDate }) => billingDate);
  return earlier(subscription.billedThrough, [today(books, subscription), ...invoiced].reduce(later));
}

function billReopened(books: Books, subscription: AuditedSubscription): void {
  const day = today(books, subscription);
  const lines = pricesOf(books, subscription).flatMap((price) => {
    const interval = advanceInterval(price);
    return interval === null ? [] : reopen(subscription, price, interval, day);
  });
  if (lines.length > 0) makeInvoice(books, subscription, day, withCorrections(books, subscription, day, lines, true));
}

function nextLookDay({ billedThrough, made, anchor }: AuditedSubscription): Day {
  return billedThrough === null ? earlier(made.contractStartDate, anchor) : nextDay(billedThrough);
}

/** The instant at which the next day begins; never, when the contract is over. */
function nextLook(books: Books, subscription: AuditedSubscription): number {
  return isOver(subscription)
    ? Number.POSITIVE_INFINITY
    : midnight(nextLookDay(subscription), zoneOf(books, subscription));
}

function isOver(subscription: AuditedSubscription): boolean {
  const end = endOf(subscription);
  const day = nextLookDay(subscription);
  return end !== null && day > end && day > subscription.anchor;
}

/** What the workers do without the clock being moved: late usage is noted, and what is due on the platform's clock is done. */
export function runWorkers(books: Books, stepwise: boolean): void {
  lookForLateUsage(books);
  if (!stepwise) moveClock(books, books.now, false);
}

/** Stepwise, the clock stops at everything that is due; else it has jumped, and all of it is due at once. */
export function moveClock(books: Books, to: number, stepwise: boolean): void {
  lookForLateUsage(books);
  if (!stepwise) books.now = to;
  // Drafts that waited are issued before anything later is billed.
  issueDue(books);
  correctOnTheirOwn(books);
  while (stepwise) {
    const next = nextStop(books);
    if (next > to) break;
    books.transaction += 1;
    books.now = Math.max(next, books.now);
    billAllUpTo(books, books.now);
  }
  books.now = to;
  if (!stepwise) billAllUpTo(books, to);
}

/** Drafts that waited are issued before anything later is billed. */
function billAllUpTo(books: Books, instant: number): void {
  issueDue(books);
  for (const subscription of books.subscriptions.values()) billUpTo(books, subscription, instant);
  issueDue(books);
}

function lookForLateUsage(books: Books): void {
  noteLateUsage(books, books.unseen.splice(0));
}

/** Where no next invoice comes, corrections make one of their own (R-INV-9). */
function correctOnTheirOwn(books: Books): void {
  for (const subscription of books.subscriptions.values()) {
    const { id } = subscription.made;
    const hinted = [...books.correctionDays].find((key) => key.startsWith(`${id} `))?.slice(id.length + 1);
    const isBehind = hinted !== undefined && hinted <= (subscription.billedThrough ?? "");
    if (subscription.late.size === 0 || !(isOver(subscription) || isBehind)) continue;
    const day = hinted ?? today(books, subscription);
    makeInvoice(books, subscription, day, correctionLines(books, subscription, day, []));
  }
  issueAtOnce(books);
}

function nextStop(books: Books): number {
  const looks = [...books.subscriptions.values()].flatMap((subscription) =>
    subscription.isActive ? [nextLook(books, subscription)] : [],
  );
  // One that waits is counted once more as it is put aside, so the clock stops for it as well.
  const drafts = books.invoices.flatMap(({ issuesAt, issuedAt, awaits }) =>
    issuesAt !== null && issuedAt === null && awaits === undefined ? [issuesAt] : [],
  );
  return Math.min(...looks, ...drafts);
}

/** What was made in this transaction without a grace; what waited is found by the workers. */
export function issueAtOnce(books: Books): void {
  issueAll(
    books,
    books.invoices.filter(({ madeIn }) => madeIn === books.transaction),
  );
}

function issueDue(books: Books): void {
  issueAll(books, books.invoices);
}

/** What is billed again belongs to its day, before what was billed since. What gives back from a draft waits for that. */
function issueAll(books: Books, invoices: readonly AuditedInvoice[]): void {
  const due = invoices.filter(
    ({ issuedAt, issuesAt, awaits }) =>
      issuedAt === null && awaits === undefined && issuesAt !== null && issuesAt <= books.now,
  );
  if (due.length === 0) return;
  issueInOrder(
    books,
    due.toSorted((a, b) => (a.billingDate < b.billingDate ? -1 : 1)),
  );
  // Those that waited for one of these.
  issueAll(
    books,
    invoices.filter((invoice) => books.invoices.includes(invoice)),
  );
}

export function issueByHand(books: Books, place: BilledPlace): void {
  const draft = billedInvoice(books, place);
  const { subscriptionId, billingDate } = place;
  if (draft.issuedAt !== null)
    throw new Error(`the auditor's invoice of ${subscriptionId} for ${billingDate} is no draft`);
  if (waitsOnceCounted(books, draft))
    throw new Error(`the draft of ${subscriptionId} for ${billingDate} was issued before the draft it gives back from`);
  issueInOrder(books, [draft]);
}
