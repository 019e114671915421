import { Decimal, instantText } from "@counterfoil/engine";
import {
  claimTopUpsDue,
  type CreditSettingRow,
  type CreditTopUpRow,
  type DueQuery,
  findAccountsById,
  findTopUps,
  insertCreditTopUp,
  isTopUpOpen,
  lockCreditOf,
  noteToppedUp,
  noteTopUpGrant,
  usableBalances,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { attempt } from "../attempt.ts";
import { issueDraft } from "../billing/issue-invoices.ts";
import type { Work } from "../context.ts";
import { writeInvoice } from "../invoices/create-invoice.ts";
import { notify } from "../record.ts";
import { grantCredit } from "./create-credit-grant.ts";
import { isToBeToppedUp } from "./tell-balances.ts";

/**
 * Tops up accounts whose prepaid money is low: a one-off invoice of the amount, and the grant with it or once it is paid
 * (R-INV-8). One that cannot be made waits with its cause and stops no other. Answers how many were looked at.
 */
export async function topUpDueAccounts(work: Work, due: DueQuery): Promise<number> {
  const claimed = await claimTopUpsDue(work.tx, due);
  for (const setting of claimed) {
    const { accountId } = setting;
    const topping = await attempt(work, async () => ({ done: await topUp(work, setting) }));
    const failure = "failure" in topping ? messageOf(topping.failure) : null;
    await noteToppedUp(work.tx, accountId, failure);
    if (failure !== null) await notify(work, "invoice.failed", accountId, { accountId, failure });
  }
  return claimed.length;
}

/** Nothing is topped up twice: while one top-up is to be paid, no other is made. */
async function topUp(work: Work, setting: CreditSettingRow): Promise<boolean> {
  const { accountId, topUpAmount, topUpGrantsOn, topUpPriority } = setting;
  const [account] = await findAccountsById(work.tx, [accountId]);
  if (account === undefined || topUpAmount === null || topUpGrantsOn === null || topUpPriority === null) return false;
  await lockCreditOf(work.tx, [accountId]);
  const now = work.clock.now();
  const balances = await usableBalances(work.tx, [accountId], now);
  const balance = balances.find(({ currency }) => currency === account.currency)?.balance ?? "0";
  if (!isToBeToppedUp(setting, Decimal.of(balance)) || (await isTopUpOpen(work.tx, accountId))) return false;
  const { row } = await writeInvoice(work, account, {
    accountId,
    lineItems: [{ description: "Prepaid credit", unitPrice: topUpAmount, productId: setting.topUpProductId }],
  });
  const sold: CreditTopUpRow = {
    invoiceId: row.id,
    accountId,
    currency: row.currency,
    amount: topUpAmount,
    grantsOn: topUpGrantsOn,
    priority: topUpPriority,
    expiresAfterDays: setting.topUpExpiresAfterDays,
    creditGrantId: null,
    createdAt: now,
  };
  await insertCreditTopUp(work.tx, sold);
  await issueDraft(work, row, now);
  // What account credit paid at once is granted already.
  const [open] = (await findTopUps(work.tx, [row.id])).filter(({ creditGrantId }) => creditGrantId === null);
  if (open?.grantsOn === "issue") await grantTopUp(work, open, account.testClockId);
  return true;
}

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

async function grantTopUp(work: Work, sold: CreditTopUpRow, testClockId: string | null): Promise<void> {
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

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
