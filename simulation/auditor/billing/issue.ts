import type { AuditedInvoice, AuditedLine, Books } from "../books.ts";
import { priceOf } from "../contract.ts";
import { Rational } from "../rational.ts";
import { withAdjustments } from "./adjust.ts";
import { takenInOrder } from "./given-back.ts";
import { rankOf } from "./rank.ts";
import { rateUsage } from "./rate-usage.ts";
import { decidedWithRelief } from "./relief.ts";
import { taxLines } from "./tax-lines.ts";
import { usageStretch } from "./usage.ts";
import { waits } from "./waits.ts";

/** Issues a draft: its usage is counted once more, for what arrived within the grace belongs to it (R-INV-2). */
export function issue(books: Books, invoice: AuditedInvoice): void {
  const { subscription } = invoice;
  if (isCountedAgain(books, invoice)) {
    const others = subscription.lines.filter((line) => !invoice.lines.includes(line));
    const lines = decidedAgain(books, invoice, others);
    subscription.lines.splice(0, subscription.lines.length, ...others, ...lines);
    invoice.lines = lines;
    // What it billed again has been corrected meanwhile: nothing is left of it.
    if (lines.length === 0) {
      for (const list of [books.invoices, subscription.invoices]) list.splice(list.indexOf(invoice), 1);
      return;
    }
  }
  invoice.issuedAt = books.now;
  invoice.tax = taxLines(books, subscription, invoice.billingDate, invoice.lines);
  const sum = Rational.sum(invoice.lines.map(({ amount }) => amount));
  // Nobody sees it; what it charged and took off counts all the same.
  invoice.isSkipped = books.skipsZero && sum.plus(invoice.tax.added).isZero();
}

function isCountedAgain(books: Books, { lines, replaces, madeIn }: AuditedInvoice): boolean {
  const hasUsage = lines.some(({ kind }) => kind === "usage" || kind === "correction");
  return (hasUsage || replaces !== null) && madeIn !== books.transaction;
}

/** Whether a draft waits for others once its usage is counted by now: what it charges then may be more than what it gives back. */
export function waitsOnceCounted(books: Books, invoice: AuditedInvoice): boolean {
  if (!isCountedAgain(books, invoice)) return waits(invoice);
  const { subscription, lines, tax } = invoice;
  const before = [...subscription.lines];
  const partsOf = new Map(lines.map((line) => [line, line.parts]));
  const others = before.filter((line) => !lines.includes(line));
  invoice.lines = decidedAgain(books, invoice, others);
  subscription.lines.splice(0, before.length, ...others, ...invoice.lines);
  invoice.tax = taxLines(books, subscription, invoice.billingDate, invoice.lines);
  const answer = waits(invoice);
  Object.assign(invoice, { lines, tax });
  for (const [line, parts] of partsOf) if (parts !== undefined) line.parts = parts;
  subscription.lines.splice(0, subscription.lines.length, ...before);
  return answer;
}

/** What it charges stands, its usage is counted by now, and its adjustments follow from both. */
export function decidedAgain(books: Books, invoice: AuditedInvoice, others: readonly AuditedLine[]): AuditedLine[] {
  const charged = invoice.lines.filter((line) => rankOf(line) === 0);
  const usage = charged.filter(({ kind }) => kind === "usage" || kind === "correction");
  const kept = charged.filter((line) => !usage.includes(line));
  const { subscription } = invoice;
  // What it gives back stands, and leaves less for what is counted anew.
  const before = subscription.lines.splice(0, subscription.lines.length, ...others, ...kept);
  const fresh = [...kept, ...countAgain(books, invoice, usage, others)];
  const lines = decidedWithRelief(subscription, () =>
    withAdjustments(books, subscription, invoice.billingDate, takenInOrder(subscription, fresh), others),
  );
  subscription.lines.splice(0, subscription.lines.length, ...before);
  return lines;
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
