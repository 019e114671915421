import type { AuditedInvoice, Books } from "../books.ts";
import { priceOf } from "../contract.ts";
import { Rational } from "../rational.ts";
import { withAdjustments } from "./adjust.ts";
import { countUsage } from "./arrears.ts";

const ADJUSTMENTS = ["discount", "minimum", "maximum"];

/** Issues a draft: its usage is counted once more, for what arrived within the grace belongs to it (R-INV-2). */
export function issue(books: Books, invoice: AuditedInvoice): void {
  const { subscription } = invoice;
  const charged = invoice.lines.filter(({ kind }) => !ADJUSTMENTS.includes(kind));
  const usage = charged.filter(({ kind }) => kind === "usage");
  if (usage.length > 0 && invoice.createdAt !== books.now) {
    for (const line of usage) countUsage(books, subscription, priceOf(books, line.priceId ?? ""), line);
    const others = subscription.lines.filter((line) => !invoice.lines.includes(line));
    const lines = withAdjustments(books, subscription, invoice.billingDate, charged, others);
    subscription.lines.splice(0, subscription.lines.length, ...others, ...lines);
    invoice.lines = lines;
  }
  invoice.issuedAt = books.now;
  // What it settled stays settled, though nobody sees it.
  invoice.isSkipped = books.skipsZero && Rational.sum(invoice.lines.map(({ amount }) => amount)).isZero();
}
