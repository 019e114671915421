import { findInvoices, findSubscriptionsById, type InvoiceRow } from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { fixedClock } from "../clock.ts";
import type { Work } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type InvoiceTransition, refuseInvoiceTransition } from "./transitions.ts";

/** An invoice that is locked until commit, with its account's time and clock. */
export interface LockedInvoice {
  readonly work: Work;
  readonly invoice: InvoiceRow;
  readonly now: string;
}

/** The locked invoice, if its status allows the action. */
export async function lockInvoiceFor(transaction: Work, id: string, name: InvoiceTransition): Promise<LockedInvoice> {
  const locked = await lockInvoice(transaction, id);
  refuseInvoiceTransition(locked.invoice, name);
  return locked;
}

/** The locked invoice, whatever its status. */
export async function lockInvoice(transaction: Work, id: string): Promise<LockedInvoice> {
  // The subscription is locked before its invoice, as everywhere.
  const [seen] = await findInvoices(transaction.tx, [id]);
  await findSubscriptionsById(transaction.tx, [seen?.subscriptionId ?? ""], "for no key update");
  const [invoice] = await findInvoices(transaction.tx, [id], "for no key update");
  if (invoice === undefined) throw notFound("invoice", id);
  const now = await accountNow(transaction, invoice);
  return { work: { ...transaction, clock: fixedClock(now) }, invoice, now };
}
