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
import { awaitedBy } from "./waits.ts";

/** Issues drafts in their order. All of them are counted once more before the first is taxed. */
export function issueInOrder(books: Books, drafts: readonly AuditedInvoice[]): void {
  for (const line of drafts.filter((draft) => isCountedAgain(books, draft)).flatMap(({ lines }) => lines)) {
    delete line.parts;
  }
  for (const draft of drafts) issueOrPutAside(books, draft);
}

/**
 * Issues a draft, or puts it aside while it waits for others. Its usage is counted once more either way, for what arrived within the
 * grace belongs to it (R-INV-2).
 */
function issueOrPutAside(books: Books, invoice: AuditedInvoice): void {
  if (!countOnceMore(books, invoice)) return;
  const awaited = awaitedBy(invoice);
  if (awaited.length > 0) invoice.awaits = awaited;
  else finish(books, invoice);
}

/** Whether a draft waits for others once its usage is counted by now. It stays as it was. */
export function waitsOnceCounted(books: Books, invoice: AuditedInvoice): boolean {
  const { subscription, lines, tax } = invoice;
  const before = [...subscription.lines];
  const invoices = [books.invoices, subscription.invoices].map((list) => ({ list, all: [...list] }));
  const partsOf = new Map(lines.map((line) => [line, line.parts]));
  const answer = countOnceMore(books, invoice) && awaitedBy(invoice).length > 0;
  Object.assign(invoice, { lines, tax });
  for (const [line, parts] of partsOf) if (parts !== undefined) line.parts = parts;
  subscription.lines.splice(0, subscription.lines.length, ...before);
  for (const { list, all } of invoices) list.splice(0, list.length, ...all);
  return answer;
}

/** Whether anything is left of a draft: what it billed again may have been corrected meanwhile, and then it is gone. */
function countOnceMore(books: Books, invoice: AuditedInvoice): boolean {
  const { subscription, lines } = invoice;
  if (isCountedAgain(books, invoice)) {
    const others = subscription.lines.filter((line) => !lines.includes(line));
    invoice.lines = withDraftsBefore(books, invoice, others, (counted) => decidedAgain(books, invoice, counted));
    subscription.lines.splice(0, subscription.lines.length, ...others, ...invoice.lines);
  }
  invoice.tax = taxLines(books, subscription, invoice.billingDate, invoice.lines);
  if (invoice.lines.length > 0) return true;
  for (const list of [books.invoices, subscription.invoices]) list.splice(list.indexOf(invoice), 1);
  return false;
}

/** Drafts before it that wait have their usage of now, which they will bill when they are issued. */
function withDraftsBefore(
  books: Books,
  invoice: AuditedInvoice,
  others: readonly AuditedLine[],
  decide: (others: readonly AuditedLine[]) => AuditedLine[],
): AuditedLine[] {
  const { subscription } = invoice;
  const waiting = subscription.invoices.filter(
    (one) =>
      one.issuedAt === null && !one.isVoid && one.billingDate < invoice.billingDate && isCountedAgain(books, one),
  );
  let counted = others;
  const before = [...subscription.lines];
  for (const draft of waiting.toSorted((a, b) => (a.billingDate < b.billingDate ? -1 : 1))) {
    const rest = counted.filter((line) => !draft.lines.includes(line));
    subscription.lines.splice(0, subscription.lines.length, ...rest, ...draft.lines);
    counted = [...rest, ...decidedAgain(books, draft, rest)];
  }
  subscription.lines.splice(0, subscription.lines.length, ...counted, ...invoice.lines);
  const lines = decide(counted);
  subscription.lines.splice(0, subscription.lines.length, ...before);
  return lines;
}

function isCountedAgain(books: Books, { lines, replaces, madeIn }: AuditedInvoice): boolean {
  const canChange = lines.some((line) => line.kind === "usage" || line.kind === "correction" || looksBack(line));
  return (canChange || replaces !== null) && madeIn !== books.transaction;
}

/** Limits and discounts of an amount count what drafts before have used meanwhile. */
function looksBack({ kind, off }: AuditedLine): boolean {
  return kind === "minimum" || kind === "maximum" || (kind === "discount" && off === undefined);
}

function finish(books: Books, invoice: AuditedInvoice): void {
  invoice.issuedAt = books.now;
  const sum = Rational.sum(invoice.lines.map(({ amount }) => amount));
  // It is hidden, but its charges and deductions count.
  invoice.isSkipped = books.skipsZero && sum.plus(invoice.tax.added).isZero();
  for (const other of invoice.subscription.invoices) if (other.awaits?.includes(invoice)) delete other.awaits;
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
