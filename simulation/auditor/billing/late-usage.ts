import type { AuditedInvoice, AuditedLine, AuditedSubscription, Books } from "../books.ts";
import type { PriceMade } from "../../journal/catalogue.ts";
import type { Day } from "../calendar.ts";
import { dayStart, priceOf } from "../contract.ts";
import { arrearsDue, chargedPeriod } from "../periods.ts";
import { isPrepaid } from "./price-kind.ts";
import { rateUsage, type UsageStretch } from "./rate-usage.ts";
import { soldRuns, usageStretch } from "./usage.ts";

/** Notes which invoiced usage the events may have come too late for: those of its account, from before its end (R-INV-9). */
export function noteLateUsage(books: Books, accountId: string, earliest: number): void {
  for (const invoice of books.invoices) {
    const { subscription } = invoice;
    if (subscription.made.accountId !== accountId || invoice.issuedAt === null) continue;
    for (const line of usageOn(invoice)) {
      if (earliest < dayStart(books, subscription, line.service.end)) subscription.late.add(keyOf(line));
    }
  }
}

function usageOn(invoice: AuditedInvoice): AuditedLine[] {
  return invoice.lines.filter(({ kind }) => kind === "usage");
}

function keyOf({ priceId, service }: AuditedLine): string {
  return `${priceId} ${service.start} ${service.end}`;
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
  const stretches = [...subscription.late].map((key) => {
    const [priceId = "", start = "", end = ""] = key.split(" ");
    const price = priceOf(books, priceId);
    return { price, stretch: usageStretch(subscription, price, { start, end }) };
  });
  subscription.late.clear();
  const wholes = Map.groupBy(stretches, ({ price, stretch }) => `${price.id} ${stretch.countsFrom}`);
  return [...wholes.values()].flatMap((parts) => {
    const [last] = parts.toSorted((a, b) => (a.stretch.service.end < b.stretch.service.end ? 1 : -1));
    if (last === undefined) return [];
    const { price, stretch } = last;
    const service = { start: stretch.countsFrom, end: lateEnd(subscription, price, stretch, day) };
    const isDueAnyway = due.some(
      ({ kind, priceId, countedOn }) => kind === "usage" && priceId === price.id && countedOn === stretch.countsFrom,
    );
    if (isDueAnyway && isPrepaid(price)) return [];
    return rateUsage(books, subscription, price, "correction", { ...stretch, service }, subscription.lines);
  });
}

/** Later parts of a period build on the ones before: when it is over, a correction counts to its end. */
function lateEnd(subscription: AuditedSubscription, price: PriceMade, { service }: UsageStretch, day: Day): Day {
  if (!isPrepaid(price) || price.billingInterval === null) return service.end;
  const period = chargedPeriod(subscription, price.billingInterval, service.start);
  if (day < arrearsDue(subscription, period)) return service.end;
  return soldRuns(subscription, price, period).find(({ end }) => end > service.start)?.end ?? service.end;
}
