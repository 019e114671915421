import type { AuditedInvoice, AuditedLine, AuditedSubscription, Books } from "../books.ts";
import type { PriceMade } from "../../journal/catalogue.ts";
import type { EventTaken } from "../../journal/journal.ts";
import type { Day } from "../calendar.ts";
import { dayStart, priceOf } from "../contract.ts";
import { today } from "../effective-day.ts";
import { arrearsDue, chargedPeriod } from "../periods.ts";
import { isPrepaid } from "./price-kind.ts";
import { rateUsage, type UsageStretch } from "./rate-usage.ts";
import { soldRuns, usageStretch } from "./usage.ts";

/** Notes which invoiced usage the events came too late for (R-INV-9). */
export function noteLateUsage(books: Books, events: readonly EventTaken[]): void {
  for (const invoice of books.invoices) {
    const { subscription } = invoice;
    const own = events.filter(({ accountId }) => accountId === subscription.made.accountId);
    if (own.length === 0 || invoice.issuedAt === null || invoice.isVoid) continue;
    for (const line of usageOn(invoice)) {
      if (own.some((event) => belongsTo(books, subscription, line, event))) subscription.late.add(keyOf(line));
    }
  }
}

/** A level is led to by everything before the period, and a later part of one by the parts before it. */
function belongsTo(
  books: Books,
  subscription: AuditedSubscription,
  { priceId, service, countsFrom = service.start }: AuditedLine,
  { eventName, at }: EventTaken,
): boolean {
  return priceOf(books, priceId ?? "").metricIds.some((id) => {
    const metric = books.metrics.get(id);
    if (metric?.eventName !== eventName || at >= dayStart(books, subscription, service.end)) return false;
    const goesBack = metric.aggregation.method === "weighted_sum" || countsFrom < service.start;
    return goesBack || at >= dayStart(books, subscription, service.start);
  });
}

function usageOn(invoice: AuditedInvoice): AuditedLine[] {
  return invoice.lines.filter(({ kind }) => kind === "usage");
}

export function keyOf({ priceId, service }: AuditedLine): string {
  return `${priceId} ${service.start} ${service.end}`;
}

/** The price and the stretch of a key. */
function stretchOf(
  books: Books,
  subscription: AuditedSubscription,
  key: string,
): { readonly price: PriceMade; readonly stretch: UsageStretch } {
  const [priceId = "", start = "", end = ""] = key.split(" ");
  const price = priceOf(books, priceId);
  return { price, stretch: usageStretch(subscription, price, { start, end }) };
}

/** Parts of one period have the same name. */
function nameOfWhole({ price, stretch }: ReturnType<typeof stretchOf>): string {
  return `${price.id} ${stretch.countsFrom}`;
}

/**
 * Corrections of what is noted: round(rate(all usage of the period)) less what was billed of it. Overage that is billed in
 * parts corrects itself with the next part; of a period that is over one correction takes all its parts together.
 */
export function correctionLines(
  books: Books,
  subscription: AuditedSubscription,
  day: Day,
  due: readonly AuditedLine[],
): AuditedLine[] {
  const stretches = [...subscription.late].map((key) => stretchOf(books, subscription, key));
  subscription.late.clear();
  const wholes = Map.groupBy(stretches, nameOfWhole);
  return [...wholes.values()].flatMap((parts) => {
    const [last] = parts.toSorted((a, b) => (a.stretch.service.end < b.stretch.service.end ? 1 : -1));
    if (last === undefined) return [];
    const { price, stretch } = last;
    const service = { start: stretch.countsFrom, end: lateEnd(subscription, price, stretch, day) };
    const isDueAnyway = due.some(
      ({ kind, priceId, countsFrom }) => kind === "usage" && priceId === price.id && countsFrom === stretch.countsFrom,
    );
    if (isDueAnyway && isPrepaid(price)) return [];
    return rateUsage(books, subscription, price, "correction", { ...stretch, service }, subscription.lines);
  });
}

/**
 * Forgets late usage that the platform has looked at and that changes nothing: only later usage makes it look again, even
 * if an earlier correction is voided meanwhile. What the next step corrects stays, because that step may change the contract.
 * @param pending what the platform has still to look at, by subscription and key
 */
export function forgetUnchanged(books: Books, pending: ReadonlySet<string>): void {
  for (const subscription of books.subscriptions.values()) {
    if ([...books.correctionDays].some((key) => key.startsWith(`${subscription.made.id} `))) continue;
    const wholes = Map.groupBy(subscription.late, (key) => nameOfWhole(stretchOf(books, subscription, key)));
    const kept = [...wholes.values()].flatMap((keys) => {
      const changes = changesSomething(books, subscription, keys);
      return keys.filter((key) => changes || pending.has(`${subscription.made.id} ${key}`));
    });
    subscription.late.clear();
    for (const key of kept) subscription.late.add(key);
  }
}

/** Whether late usage of parts of one period changes something. Leaves nothing noted. */
function changesSomething(books: Books, subscription: AuditedSubscription, keys: readonly string[]): boolean {
  subscription.late.clear();
  for (const key of keys) subscription.late.add(key);
  const lines = correctionLines(books, subscription, today(books, subscription), []);
  return lines.some(({ amount }) => !amount.isZero());
}

/** Later parts of a period build on the ones before: when it is over, a correction counts to its end. */
function lateEnd(subscription: AuditedSubscription, price: PriceMade, { service }: UsageStretch, day: Day): Day {
  if (!isPrepaid(price) || price.billingInterval === null) return service.end;
  const period = chargedPeriod(subscription, price.billingInterval, service.start);
  if (day < arrearsDue(subscription, period)) return service.end;
  return soldRuns(subscription, price, period).find(({ end }) => end > service.start)?.end ?? service.end;
}
