import { Decimal, splitReturned } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  findInvoiceDraws,
  insertAccountCreditEntries,
  type InvoiceRow,
  type StoredCreditPart,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import {
  creditGiven,
  decideWrittenOff,
  drawsToReturn,
  moneyOf,
  returnToGrants,
  type TakenBack,
} from "../../credits/index.ts";
import { freeFor, lockCreditPots, potOf } from "./credit-pots.ts";
import type { ReturnSource, ReturnSources } from "./return-sources.ts";
import { splitUsed } from "./split-used.ts";
import { standingOfSource } from "./standing-of-source.ts";

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
  const pots = await lockCreditPots(work, accountIds);
  const paying: Paying = {
    work,
    applied: new Map(),
    creditedTo: new Map(),
    reduced: [],
    given: new Map(),
    entries: [],
  };
  for (const { invoice, unpaid } of payable) {
    const pot = potOf(pots, invoice);
    const amount = Decimal.min(unpaid, freeFor(pot, invoice.id));
    if (amount.isNegative()) {
      const kept = await giveBack(paying, invoice, amount.negate(), sources.get(invoice.id) ?? []);
      pot.balance = pot.balance.plus(kept);
    } else {
      paying.entries.push(...(await usedEntries(paying, invoice, amount)));
      pot.balance = pot.balance.minus(amount);
    }
    pot.held.delete(invoice.id);
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
  /** By invoice, what was given back of it, as money and to prepaid grants. */
  readonly given: Map<string, Decimal>;
  readonly entries: AccountCreditEntry[];
}

/**
 * What an invoice uses of account credit. In the place of a void one, what was given back of that pays it first, and is noted as such:
 * it is not taken back once more when the invoice is written off.
 */
async function usedEntries({ work }: Paying, invoice: InvoiceRow, amount: Decimal): Promise<AccountCreditEntry[]> {
  const { replacesInvoiceId: sourceInvoiceId } = invoice;
  const isReplacing = sourceInvoiceId !== null && amount.isPositive();
  const given = isReplacing ? (await creditGiven(work, [invoice.id])).get(invoice.id) : undefined;
  const { own, other } = splitUsed(amount, given ?? Decimal.zero);
  return [
    ...(own.isZero() ? [] : [entryOf(work, invoice, own.negate(), { sourceInvoiceId })]),
    ...(other.isZero() ? [] : [entryOf(work, invoice, other.negate(), {})]),
  ];
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
    paying.given.set(sourceInvoiceId, (paying.given.get(sourceInvoiceId) ?? Decimal.zero).plus(amount));
    if (!parts.applied.isZero()) {
      reduce(paying, source.invoice, parts.applied, invoice);
      went.push(toInvoicePart(sourceInvoiceId, number, parts.applied));
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
    const takenBack = await takeBackOf(paying, invoice, source.invoice, parts.credited);
    went.push(...takenBack.map(({ invoice: { id, number }, amount: part }) => toInvoicePart(id, number, part)));
    kept = kept.plus(parts.credited).minus(Decimal.sum(takenBack.map(({ amount: part }) => part)));
  }
  // What no source explains, such as a negative price.
  if (!left.isZero()) entries.push(entryOf(work, invoice, left, {}));
  const credit = kept.plus(left);
  if (!credit.isZero()) went.push({ to: "account_credit", amount: credit.toString() });
  paying.creditedTo.set(invoice.id, went);
  return credit;
}

/** Takes off what is due of an unpaid invoice what another gives back. */
function reduce({ work, entries, reduced }: Paying, unpaid: InvoiceRow, amount: Decimal, by: InvoiceRow): void {
  entries.push(entryOf(work, unpaid, amount.negate(), { kind: "applied", sourceInvoiceId: by.id }));
  reduced.push({ invoiceId: unpaid.id, amount });
}

/** Account credit that had paid a source and comes back first pays the invoices that were written off, of which it had been given back. */
async function takeBackOf(
  paying: Paying,
  invoice: InvoiceRow,
  source: InvoiceRow,
  credited: Decimal,
): Promise<TakenBack[]> {
  if (!credited.isPositive()) return [];
  await writeEntries(paying);
  const coming = { returned: credited, most: credited, reducedBy: (id: string) => reducedSoFar(paying, id) };
  const takenBack = await decideWrittenOff(paying.work, source, coming);
  for (const { invoice: writtenOff, amount } of takenBack) reduce(paying, writtenOff, amount, invoice);
  return takenBack;
}

/** What was taken off an invoice in this go: the ledger has it, the invoice not yet. */
function reducedSoFar({ reduced }: Paying, id: string): Decimal {
  return Decimal.sum(reduced.flatMap(({ invoiceId, amount }) => (invoiceId === id ? [amount] : [])));
}

function toInvoicePart(invoiceId: string, number: string | null, amount: Decimal): StoredCreditPart {
  const invoiceNumber = number === null ? {} : { invoiceNumber: number };
  return { to: "invoice", amount: amount.toString(), invoiceId, ...invoiceNumber };
}

/** What the ledger says about a source, with what was given back of it and taken off it in this go. */
async function standingOf(
  paying: Paying,
  source: InvoiceRow,
  drawn: Decimal,
): Promise<{ due: Decimal; money: Decimal }> {
  const { work, given } = paying;
  const money = source.status === "draft" ? Decimal.zero : await moneyOf(work, source.id);
  const inThisGo = { given: given.get(source.id) ?? Decimal.zero, reduced: reducedSoFar(paying, source.id) };
  return standingOfSource(source, { ...inThisGo, drawn, money });
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
