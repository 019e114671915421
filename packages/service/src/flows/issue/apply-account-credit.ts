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

/** An unpaid invoice that another invoice reduces by giving back from it. */
export interface ReducedInvoice {
  readonly invoiceId: string;
  readonly amount: Decimal;
}

export interface AppliedCredit {
  /** By invoice, the part that credit pays. Negative if the invoice gave back. */
  readonly applied: ReadonlyMap<string, Decimal>;
  /** For each invoice below zero, where its amount went. */
  readonly creditedTo: ReadonlyMap<string, StoredCreditPart[]>;
  /**
   * Unpaid invoices that are reduced by what others give back. The ledger already contains this; the invoices do not
   * yet.
   */
  readonly reduced: readonly ReducedInvoice[];
}

/** An invoice that is being issued, and the part of its total that prepaid grants do not pay. */
export interface PayableTotal {
  readonly invoice: InvoiceRow;
  readonly unpaid: Decimal;
}

/**
 * Applies the account credit to invoices in the given order. A negative total first reduces the amount due of the
 * invoices from which it gives back, and what prepaid grants paid goes back to them. The rest becomes account credit
 * (R-SUB-4, R-INV-8).
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

/** The decisions so far about the invoices that are issued together. */
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
 * The account credit that an invoice uses. If it replaces a void invoice, the credit given back from that invoice pays
 * first and is recorded as such, so that it is not taken back again when the invoice is written off.
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

/** Writes the decisions so far to the ledger. */
async function writeEntries({ work, entries }: Paying): Promise<void> {
  await insertAccountCreditEntries(work.tx, entries.splice(0));
}

/**
 * Gives back a negative total, source by source. Returns the part that becomes account credit for the next invoices.
 */
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
    // The ledger says what is left of the source.
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
  // No source explains this part: for example, a negative price.
  if (!left.isZero()) entries.push(entryOf(work, invoice, left, {}));
  const credit = kept.plus(left);
  if (!credit.isZero()) went.push({ to: "account_credit", amount: credit.toString() });
  paying.creditedTo.set(invoice.id, went);
  return credit;
}

/** Reduces the amount due of an unpaid invoice by what another invoice gives back. */
function reduce({ work, entries, reduced }: Paying, unpaid: InvoiceRow, amount: Decimal, by: InvoiceRow): void {
  entries.push(entryOf(work, unpaid, amount.negate(), { kind: "applied", sourceInvoiceId: by.id }));
  reduced.push({ invoiceId: unpaid.id, amount });
}

/**
 * Account credit that paid a source and now returns first pays the written-off invoices from which that credit was
 * given back.
 */
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

/** What this run took off an invoice. The ledger already contains it; the invoice does not yet. */
function reducedSoFar({ reduced }: Paying, id: string): Decimal {
  return Decimal.sum(reduced.flatMap(({ invoiceId, amount }) => (invoiceId === id ? [amount] : [])));
}

function toInvoicePart(invoiceId: string, number: string | null, amount: Decimal): StoredCreditPart {
  const invoiceNumber = number === null ? {} : { invoiceNumber: number };
  return { to: "invoice", amount: amount.toString(), invoiceId, ...invoiceNumber };
}

/** The ledger's amounts of a source, with what this run gave back of it and took off it. */
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
