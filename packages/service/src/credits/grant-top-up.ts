import { Decimal } from "@counterfoil/engine";
import {
  type CreditGrantRow,
  type CreditTopUpRow,
  findCreditNoteLines,
  findCreditNotesOf,
  findPostingsOf,
  findTopUps,
  noteTopUpGrant,
  type Tx,
} from "@counterfoil/storage";
import { findTimeZone } from "../clocks/index.ts";
import type { Work } from "../context.ts";
import { creditSold } from "../journal/index.ts";
import { sameTimeAfter } from "../time.ts";
import { grantCredit } from "./create-credit-grant.ts";

/** Makes the grants sold by invoices that are now paid, each once, however they were paid. */
export async function grantPaidTopUps(
  work: Work,
  invoices: readonly { readonly id: string; readonly testClockId: string | null }[],
): Promise<void> {
  if (invoices.length === 0) return;
  for (const sold of await findTopUps(
    work.tx,
    invoices.map(({ id }) => id),
  )) {
    const invoice = invoices.find(({ id }) => id === sold.invoiceId);
    if (sold.creditGrantId === null) await grantTopUp(work, sold, invoice?.testClockId ?? null);
  }
}

/**
 * Makes the grant that an invoice sold, minus what credit notes already gave back of it, and records it with the
 * invoice.
 */
export async function grantTopUp(work: Work, sold: CreditTopUpRow, testClockId: string | null): Promise<void> {
  const now = work.clock.now();
  const id = work.ids.next("grant");
  const { accountId, currency, priority, expiresAfterDays, invoiceId } = sold;
  const left = Decimal.of(sold.amount).minus(await creditedOf(work.tx, invoiceId));
  if (!left.isPositive()) return;
  const amount = left.toString();
  const timeZone = await findTimeZone(work.tx, accountId);
  const grant: CreditGrantRow = {
    id,
    accountId,
    currency,
    metricId: null,
    amount,
    balance: amount,
    priority,
    effectiveAt: now,
    expiresAt: expiresAfterDays === null ? null : sameTimeAfter(now, expiresAfterDays, timeZone),
    productIds: [],
    reason: "Top-up",
    voidedAt: null,
    testClockId,
    createdAt: now,
    updatedAt: now,
  };
  await grantCredit(work, grant, creditSold(await findPostingsOf(work.tx, invoiceId)));
  await noteTopUpGrant(work.tx, invoiceId, id);
}

/** What credit notes gave back of an invoice's lines. */
async function creditedOf(tx: Tx, invoiceId: string): Promise<Decimal> {
  const notes = await findCreditNotesOf(tx, invoiceId);
  const lines = await findCreditNoteLines(
    tx,
    notes.map(({ id }) => id),
  );
  return Decimal.sum(lines.map(({ amount }) => Decimal.of(amount)));
}
