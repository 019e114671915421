import type { AuditedInvoice, AuditedLine, Books } from "../books.ts";
import { priceOf } from "../contract.ts";
import { Rational } from "../rational.ts";
import { withAdjustments } from "./adjust.ts";
import { rankOf } from "./rank.ts";
import { rateUsage } from "./rate-usage.ts";
import { usageStretch } from "./usage.ts";

/** Issues a draft: its usage is counted once more, for what arrived within the grace belongs to it (R-INV-2). */
export function issue(books: Books, invoice: AuditedInvoice): void {
  const { subscription } = invoice;
  const charged = invoice.lines.filter((line) => rankOf(line) === 0);
  const usage = charged.filter(({ kind }) => kind === "usage" || kind === "correction");
  if (usage.length > 0 && invoice.madeIn !== books.transaction) {
    const others = subscription.lines.filter((line) => !invoice.lines.includes(line));
    const fresh = [...charged.filter((line) => !usage.includes(line)), ...countAgain(books, invoice, usage, others)];
    const lines = withAdjustments(books, subscription, invoice.billingDate, fresh, others);
    subscription.lines.splice(0, subscription.lines.length, ...others, ...lines);
    invoice.lines = lines;
  }
  invoice.issuedAt = books.now;
  // Nobody sees it; what it charged and took off counts all the same.
  invoice.isSkipped = books.skipsZero && Rational.sum(invoice.lines.map(({ amount }) => amount)).isZero();
}

/** Lines that set one usage apart by groups are counted together. */
function countAgain(
  books: Books,
  { subscription }: AuditedInvoice,
  usage: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  const parts = Map.groupBy(usage, ({ kind, priceId, service }) => `${kind} ${priceId} ${service.start}`);
  return [...parts.values()].flatMap(([line]) => {
    if (line === undefined) return [];
    const price = priceOf(books, line.priceId ?? "");
    const kind = line.kind === "correction" ? "correction" : "usage";
    return rateUsage(books, subscription, price, kind, usageStretch(subscription, price, line.service), others);
  });
}
