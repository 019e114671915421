import type { AuditedInvoice, AuditedLine, AuditedSubscription, Books } from "../books.ts";
import { type Day, midnight } from "../calendar.ts";
import { pricesOf } from "../contract.ts";
import { withAdjustments } from "./adjust.ts";
import { advanceLines } from "./advance.ts";
import { arrearsLines } from "./arrears.ts";
import { oneOffLines } from "./one-off.ts";
import { kindOf } from "./price-kind.ts";

/** Makes the invoice of a day as a draft, if anything is due on it: what is billed already is left out. */
export function billDay(books: Books, subscription: AuditedSubscription, day: Day): AuditedInvoice | undefined {
  const from = subscription.made.invoiceGenerationStartDate;
  const isElsewhere = from !== null && day < from;
  const charged = pricesOf(books, subscription).flatMap((price): AuditedLine[] => {
    switch (kindOf(price)) {
      case "advance":
        return advanceLines(subscription, price, day, isElsewhere);
      case "one_off":
        return oneOffLines(subscription, price, day, isElsewhere);
      default:
        return isElsewhere ? [] : arrearsLines(books, subscription, price, day);
    }
  });
  if (isElsewhere) return undefined;
  const lines = withAdjustments(books, subscription, day, charged, subscription.lines);
  if (lines.length === 0) return undefined;
  const zone = books.zones.get(subscription.made.accountId) ?? "UTC";
  const invoice: AuditedInvoice = {
    subscription,
    billingDate: day,
    currency: subscription.made.currency,
    lines,
    issuesAt: subscription.made.autoIssueInvoices ? midnight(day, zone) + books.graceMilliseconds : null,
    createdAt: books.now,
    issuedAt: null,
    isSkipped: false,
  };
  subscription.lines.push(...lines);
  books.invoices.push(invoice);
  return invoice;
}
