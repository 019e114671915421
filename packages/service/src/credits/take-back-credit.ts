import { Decimal } from "@counterfoil/engine";
import {
  findCreditGiven,
  findSpentCredit,
  findWrittenOff,
  type InvoiceRow,
  lockAccountCredit,
  lockFreeInvoices,
  TransactionConflict,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { applyCredit } from "./apply-credit.ts";
import { amountDue } from "../invoices/index.ts";
import { grantPaidTopUps } from "./grant-top-up.ts";
import { shareTakenBack, type TakenBack } from "./share-taken-back.ts";

/**
 * Pays an invoice's amount due with unspent account credit that was given back from it: no customer keeps credit from
 * an invoice that will not be paid (R-INV-8). Returns the invoice after that.
 */
export async function takeBackCredit(work: Work, invoice: InvoiceRow): Promise<InvoiceRow> {
  const given = (await creditGiven(work, [invoice.id])).get(invoice.id) ?? Decimal.zero;
  if (!given.isPositive()) return invoice;
  const amount = [await lockBalance(work, invoice), amountDue(invoice)].reduce(Decimal.min, given);
  return amount.isPositive() ? applyCredit(work, invoice, amount) : invoice;
}

/**
 * Account credit that returns from a voided or credited invoice first pays written-off invoices. These are invoices
 * from which that credit had been given back, and it was already spent when they were written off (R-INV-8). `returned`
 * is already in the ledger.
 */
export async function settleWrittenOff(work: Work, spender: InvoiceRow, returned: Decimal): Promise<void> {
  if (!returned.isPositive()) return;
  // Writing off an invoice locks the account too. So the other transaction either has already written it off, or will
  // see the returned credit.
  const most = Decimal.min(returned, await lockBalance(work, spender));
  for (const { invoice, amount } of await decideWrittenOff(work, spender, { returned, most })) {
    const row = await applyCredit(work, invoice, amount, spender.id);
    if (row.status === "paid") await grantPaidTopUps(work, [row]);
  }
}

/**
 * What returns from an invoice as account credit, how much of it may be taken, and reductions that the invoices do not
 * contain yet.
 */
interface ComingBack {
  readonly returned: Decimal;
  readonly most: Decimal;
  readonly reducedBy?: (invoiceId: string) => Decimal;
}

/** How much of the returning credit each written-off invoice takes back, oldest first. The account is locked. */
export async function decideWrittenOff(
  work: Work,
  { id, accountId, currency }: InvoiceRow,
  { returned, most, reducedBy = () => Decimal.zero }: ComingBack,
): Promise<TakenBack[]> {
  const candidates = (await findWrittenOff(work.tx, accountId, currency)).filter((one) => one !== id);
  const given = await creditGiven(work, candidates);
  const owing = candidates.filter((one) => given.get(one)?.isPositive() === true);
  if (owing.length === 0) return [];
  const rows = await findSpentCredit(work.tx, owing, { by: id, returned: returned.toString() });
  const spent = new Map(rows.map((row) => [row.id, Decimal.of(row.spent)]));
  const locked = await lockFreeInvoices(work.tx, owing);
  if (locked.length < owing.length) throw new TransactionConflict();
  const sharing = owing.flatMap((one) => {
    const invoice = locked.find((row) => row.id === one && row.status === "uncollectible");
    if (invoice === undefined) return [];
    const due = amountDue(invoice).minus(reducedBy(one));
    return [{ invoice, spent: spent.get(one) ?? Decimal.zero, given: given.get(one) ?? Decimal.zero, due }];
  });
  return shareTakenBack(sharing, most);
}

/** Locks the account of an invoice, and returns its spendable credit in the invoice's currency. */
async function lockBalance(work: Work, { accountId, currency }: InvoiceRow): Promise<Decimal> {
  const credits = await lockAccountCredit(work.tx, [accountId]);
  return Decimal.of(credits.find((one) => one.currency === currency)?.balance ?? "0");
}

/** By invoice, the account credit that was given back from it and has not paid it since. */
export async function creditGiven(work: Work, invoiceIds: readonly string[]): Promise<Map<string, Decimal>> {
  return new Map((await findCreditGiven(work.tx, invoiceIds)).map(({ id, given }) => [id, Decimal.of(given)]));
}
