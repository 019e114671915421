import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedInvoice, AuditedLine, AuditedSubscription, Books } from "../books.ts";
import type { Day } from "../calendar.ts";
import { dayStart, pricesOf } from "../contract.ts";
import { withAdjustments } from "./adjust.ts";
import { advanceLines } from "./advance.ts";
import { arrearsLines } from "./arrears.ts";
import { correctionLines } from "./late-usage.ts";
import { forgetTaken, takenInOrder } from "./given-back.ts";
import { oneOffLines } from "./one-off.ts";
import { decidedWithRelief } from "./relief.ts";
import { advanceInterval, arrearsInterval, usageInterval } from "./price-kind.ts";
import { taxLines } from "./tax-lines.ts";
import { usageLines } from "./usage.ts";

/**
 * Makes the invoice of a day as a draft, if anything is due on it: what is billed already is left out.
 * @param isAgain the day was looked at before, and the contract has changed since
 */
export function billDay(books: Books, subscription: AuditedSubscription, day: Day, isAgain: boolean): void {
  forgetTaken(subscription);
  const from = subscription.made.invoiceGenerationStartDate;
  const isElsewhere = from !== null && day < from;
  const charged = pricesOf(books, subscription).flatMap((price) =>
    linesOf(books, subscription, price, day, isElsewhere),
  );
  if (!isElsewhere) makeInvoice(books, subscription, day, withCorrections(books, subscription, day, charged, isAgain));
}

function linesOf(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  day: Day,
  isElsewhere: boolean,
): AuditedLine[] {
  if (price.billingFrequency === "one-off") return oneOffLines(subscription, price, day, isElsewhere);
  const [advance, arrears, usage] = [advanceInterval(price), arrearsInterval(price), usageInterval(price)];
  return [
    ...(advance === null ? [] : advanceLines(subscription, price, advance, day, isElsewhere)),
    ...(arrears === null || isElsewhere ? [] : arrearsLines(subscription, price, arrears, day)),
    ...(usage === null || isElsewhere ? [] : usageLines(books, subscription, price, usage, day)),
  ];
}

/** Corrections come with the next invoice that falls due by itself, or with one before it that the platform chose. */
export function withCorrections(
  books: Books,
  subscription: AuditedSubscription,
  day: Day,
  charged: readonly AuditedLine[],
  isAgain: boolean,
): AuditedLine[] {
  const isDue = (charged.length > 0 && !isAgain) || books.correctionDays.has(`${subscription.made.id} ${day}`);
  return isDue ? [...charged, ...correctionLines(books, subscription, day, charged)] : [...charged];
}

/** Makes a draft of lines and what follows from them; none where there is nothing. */
export function makeInvoice(
  books: Books,
  subscription: AuditedSubscription,
  day: Day,
  charged: readonly AuditedLine[],
): void {
  const lines = decidedWithRelief(subscription, () =>
    withAdjustments(books, subscription, day, takenInOrder(subscription, charged), subscription.lines),
  );
  writeDraft(books, subscription, day, lines, Math.min(dayStart(books, subscription, day), books.now), null);
}

/** @param since when its grace begins */
export function writeDraft(
  books: Books,
  subscription: AuditedSubscription,
  billingDate: Day,
  lines: AuditedLine[],
  since: number,
  replaces: AuditedInvoice | null,
): void {
  if (lines.length === 0) return;
  const { currency, autoIssueInvoices } = subscription.made;
  subscription.lines.push(...lines);
  const invoice = {
    subscription,
    billingDate,
    currency,
    lines,
    issuesAt: autoIssueInvoices ? since + books.graceMilliseconds : null,
    madeIn: books.transaction,
    issuedAt: null,
    tax: taxLines(books, subscription, billingDate, lines),
    isSkipped: false,
    isVoid: false,
    replaces,
  };
  books.invoices.push(invoice);
  subscription.invoices.push(invoice);
}
