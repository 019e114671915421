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
 * Account credit that was given back of an invoice, and is not spent, pays what is due of it: nobody keeps credit for an invoice that
 * will not be paid (R-INV-8). Answers the invoice as it is then.
 */
export async function takeBackCredit(work: Work, invoice: InvoiceRow): Promise<InvoiceRow> {
  const given = (await creditGiven(work, [invoice.id])).get(invoice.id) ?? Decimal.zero;
  if (!given.isPositive()) return invoice;
  const amount = [await lockBalance(work, invoice), amountDue(invoice)].reduce(Decimal.min, given);
  return amount.isPositive() ? applyCredit(work, invoice, amount) : invoice;
}

/**
 * Account credit that comes back of an invoice, void or noted, first pays the invoices that were written off after it had been given
 * back of them (R-INV-8): by then it was spent. `returned` is in the ledger already.
 */
export async function settleWrittenOff(work: Work, spender: InvoiceRow, returned: Decimal): Promise<void> {
  if (!returned.isPositive()) return;
  // Whoever writes an invoice off locks the account as well, so it is written off by now, or finds what came back.
  const most = Decimal.min(returned, await lockBalance(work, spender));
  for (const { invoice, amount } of await decideWrittenOff(work, spender, { returned, most })) {
    const row = await applyCredit(work, invoice, amount, spender.id);
    if (row.status === "paid") await grantPaidTopUps(work, [row]);
  }
}

/** What comes back of an invoice as account credit, how much of that may be taken, and what is less due than invoices say. */
interface ComingBack {
  readonly returned: Decimal;
  readonly most: Decimal;
  readonly reducedBy?: (invoiceId: string) => Decimal;
}

/** Which written-off invoices take back how much of the credit that comes back of another, the oldest first. The account is locked. */
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

/** Locks the account of an invoice, and answers what it can spend in the currency of the invoice. */
async function lockBalance(work: Work, { accountId, currency }: InvoiceRow): Promise<Decimal> {
  const credits = await lockAccountCredit(work.tx, [accountId]);
  return Decimal.of(credits.find((one) => one.currency === currency)?.balance ?? "0");
}

/** By invoice, the account credit that was given back of it and did not pay it since. */
export async function creditGiven(work: Work, invoiceIds: readonly string[]): Promise<Map<string, Decimal>> {
  return new Map((await findCreditGiven(work.tx, invoiceIds)).map(({ id, given }) => [id, Decimal.of(given)]));
}
