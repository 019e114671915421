import { Decimal, splitReturned } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  findInvoiceDraws,
  insertAccountCreditEntries,
  type InvoiceRow,
  lockAccountCredit,
  type StoredCreditPart,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { drawsToReturn } from "../credits/draws-to-return.ts";
import { moneyOf } from "../credits/money-left.ts";
import { returnToGrants } from "../credits/return-to-grants.ts";
import { amountDue } from "../invoices/invoice-totals.ts";
import type { ReturnSource, ReturnSources } from "./return-sources.ts";

/** An unpaid invoice that is reduced by what another gives back of it. */
export interface ReducedInvoice {
  readonly invoiceId: string;
  readonly amount: Decimal;
}

export interface AppliedCredit {
  /** By invoice, what credit pays of it: negative where it gave back. */
  readonly applied: ReadonlyMap<string, Decimal>;
  /** By invoice below zero, where its amount went. */
  readonly creditedTo: ReadonlyMap<string, StoredCreditPart[]>;
  /** Unpaid invoices that what is given back reduces. The ledger has it already, the invoices have it not. */
  readonly reduced: readonly ReducedInvoice[];
}

/** An invoice that is being issued, and what of its total prepaid grants leave to pay. */
export interface PayableTotal {
  readonly invoice: InvoiceRow;
  readonly unpaid: Decimal;
}

/**
 * Uses up what accounts have to their credit, invoice by invoice in the order given. A negative total first reduces what is due of
 * the invoices that it gives back from, and what prepaid grants paid goes back to them; the rest is account credit (R-SUB-4,
 * R-INV-8).
 */
export async function applyAccountCredit(
  work: Work,
  payable: readonly PayableTotal[],
  sources: ReturnSources,
): Promise<AppliedCredit> {
  const accountIds = [...new Set(payable.map(({ invoice }) => invoice.accountId))].toSorted();
  const balances = new Map(
    (await lockAccountCredit(work.tx, accountIds)).map((row) => [
      `${row.accountId} ${row.currency}`,
      Decimal.of(row.balance),
    ]),
  );
  const paying: Paying = {
    work,
    applied: new Map(),
    creditedTo: new Map(),
    reduced: [],
    given: new Map(),
    entries: [],
  };
  for (const { invoice, unpaid } of payable) {
    const key = `${invoice.accountId} ${invoice.currency}`;
    const balance = balances.get(key) ?? Decimal.zero;
    const amount = Decimal.min(unpaid, balance);
    if (amount.isNegative()) {
      const kept = await giveBack(paying, invoice, amount.negate(), sources.get(invoice.id) ?? []);
      balances.set(key, balance.plus(kept));
    } else {
      if (amount.isPositive()) paying.entries.push(entryOf(work, invoice, amount.negate(), {}));
      balances.set(key, balance.minus(amount));
    }
    if (!amount.isZero()) paying.applied.set(invoice.id, amount);
  }
  await writeEntries(paying);
  return paying;
}

/** What was decided so far of the invoices that are issued in one go. */
interface Paying extends AppliedCredit {
  readonly work: Work;
  readonly applied: Map<string, Decimal>;
  readonly creditedTo: Map<string, StoredCreditPart[]>;
  readonly reduced: ReducedInvoice[];
  /** By invoice, what was given back of it as money. */
  readonly given: Map<string, Decimal>;
  readonly entries: AccountCreditEntry[];
}

/** Writes what was decided so far to the ledger. */
async function writeEntries({ work, entries }: Paying): Promise<void> {
  await insertAccountCreditEntries(work.tx, entries.splice(0));
}

/** Gives back a negative total, source by source. Answers what of it is account credit for the invoices after it. */
async function giveBack(
  paying: Paying,
  invoice: InvoiceRow,
  total: Decimal,
  sources: readonly ReturnSource[],
): Promise<Decimal> {
  const { work, entries } = paying;
  let left = total;
  let kept = Decimal.zero;
  const went: StoredCreditPart[] = [];
  for (const source of sources) {
    const amount = Decimal.min(left, source.amount);
    if (!amount.isPositive()) continue;
    left = left.minus(amount);
    const { id: sourceInvoiceId, number } = source.invoice;
    // What is left of the source is read from the ledger.
    await writeEntries(paying);
    const draws = await findInvoiceDraws(work.tx, sourceInvoiceId);
    const grants = Decimal.sum(draws.map(({ amountPaid }) => Decimal.of(amountPaid)));
    const parts = splitReturned(amount, { ...(await standingOf(paying, source.invoice, grants)), grants });
    const given = parts.applied.plus(parts.credited);
    if (!given.isZero()) entries.push(entryOf(work, invoice, given, { kind: "given", sourceInvoiceId }));
    paying.given.set(sourceInvoiceId, (paying.given.get(sourceInvoiceId) ?? Decimal.zero).plus(given));
    if (!parts.applied.isZero()) {
      const reducing = { kind: "applied", sourceInvoiceId: invoice.id } as const;
      entries.push(entryOf(work, source.invoice, parts.applied.negate(), reducing));
      paying.reduced.push({ invoiceId: sourceInvoiceId, amount: parts.applied });
      const reducedInvoice = { invoiceId: sourceInvoiceId, ...(number === null ? {} : { invoiceNumber: number }) };
      went.push({ to: "invoice", amount: parts.applied.toString(), ...reducedInvoice });
    }
    const returned = drawsToReturn(draws, parts.granted, source.lines);
    entries.push(...(await returnToGrants(work, invoice, returned, { invoiceId: invoice.id, sourceInvoiceId })));
    went.push(
      ...returned.map(({ creditGrantId, amountPaid: amount }) => ({
        to: "credit_grant" as const,
        amount,
        creditGrantId,
      })),
    );
    kept = kept.plus(parts.credited);
  }
  // What no source explains, such as a negative price.
  if (!left.isZero()) entries.push(entryOf(work, invoice, left, {}));
  const credit = kept.plus(left);
  if (!credit.isZero()) went.push({ to: "account_credit", amount: credit.toString() });
  paying.creditedTo.set(invoice.id, went);
  return credit;
}

/**
 * What an unpaid source still asks for, and the money that paid it. An invoice that is not due yet is expected to be paid: what is given
 * back of it is credit, which the next invoices use up (R-SUB-4). One that is issued in the same go is such an invoice. `drawn` is
 * what prepaid grants paid of it.
 */
async function standingOf(
  { work, given, reduced }: Paying,
  source: InvoiceRow,
  drawn: Decimal,
): Promise<{ due: Decimal; money: Decimal }> {
  if (source.status === "draft") {
    const kept = Decimal.of(source.total)
      .minus(drawn)
      .minus(given.get(source.id) ?? Decimal.zero);
    return { due: Decimal.zero, money: Decimal.max(kept, Decimal.zero) };
  }
  const before = Decimal.sum(reduced.flatMap(({ invoiceId, amount }) => (invoiceId === source.id ? [amount] : [])));
  const due = Decimal.max(amountDue(source).minus(before), Decimal.zero);
  // The ledger has what this go took off already, the invoice not yet.
  const paid = (await moneyOf(work, source.id)).plus(before);
  const isDue = isUnpaid(source);
  return { due: isDue ? due : Decimal.zero, money: Decimal.max(isDue ? paid : paid.plus(due), Decimal.zero) };
}

/** Past its due day, or given up on. */
function isUnpaid({ status }: InvoiceRow): boolean {
  return status === "overdue" || status === "uncollectible";
}

function entryOf(
  work: Work,
  { id: invoiceId, accountId, currency }: InvoiceRow,
  amount: Decimal,
  members: Pick<AccountCreditEntry, "kind" | "sourceInvoiceId">,
): AccountCreditEntry {
  const [id, createdAt] = [work.ids.next("credit"), work.clock.now()];
  return { id, accountId, currency, amount: amount.toString(), invoiceId, createdAt, ...members };
}
