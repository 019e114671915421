import { instantText } from "@counterfoil/engine";
import { type CreditTopUpRow, findTopUps, noteTopUpGrant } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { grantCredit } from "./create-credit-grant.ts";

/** Grants what invoices sold that are paid now, each once, whichever way they came to be paid. */
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

/** Makes the grant that an invoice sold, and notes it with the invoice. */
export async function grantTopUp(work: Work, sold: CreditTopUpRow, testClockId: string | null): Promise<void> {
  const now = work.clock.now();
  const id = work.ids.next("grant");
  const { accountId, currency, amount, priority, expiresAfterDays, invoiceId } = sold;
  await grantCredit(work, {
    id,
    accountId,
    currency,
    metricId: null,
    amount,
    balance: amount,
    priority,
    effectiveAt: now,
    expiresAt: expiresAfterDays === null ? null : daysAfter(now, expiresAfterDays),
    productIds: [],
    reason: "Top-up",
    voidedAt: null,
    testClockId,
    createdAt: now,
    updatedAt: now,
  });
  await noteTopUpGrant(work.tx, invoiceId, id);
}

function daysAfter(instant: string, days: number): string {
  return instantText(Temporal.Instant.from(instant).add({ hours: days * 24 }));
}
