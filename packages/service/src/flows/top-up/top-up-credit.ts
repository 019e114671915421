import {
  claimTopUpsDue,
  type CreditSettingRow,
  type CreditTopUpRow,
  type DueQuery,
  findAccountsById,
  findTopUps,
  insertCreditTopUp,
  isTopUpOpen,
  noteToppedUp,
} from "@counterfoil/storage";
import { failureMessage } from "../../errors/index.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import { issueDraft } from "../issue/index.ts";
import type { Work } from "../../context.ts";
import { writeInvoice } from "../draft/index.ts";
import { notify } from "../../record.ts";
import { grantTopUp } from "../../credits/index.ts";
import { isPrepaidLow, onCredit } from "../hold/index.ts";

/**
 * Tops up accounts whose available prepaid money is low, less running usage and holds: creates a one-off invoice of the amount, and the grant with it or once
 * it is paid (R-INV-8). A top-up that fails waits with its cause and does not stop the others. Returns how many
 * accounts were checked.
 */
export async function topUpDueAccounts(work: Work, due: DueQuery): Promise<number> {
  const claimed = await claimTopUpsDue(work.tx, due);
  for (const setting of claimed) {
    const { accountId } = setting;
    const topping = await inSavepoint(work, async () => ({ done: await topUp(work, setting) }));
    const failure = "failure" in topping ? failureMessage(topping.failure) : null;
    await noteToppedUp(work.tx, accountId, failure);
    if (failure !== null) await notify(work, "invoice.failed", accountId, { accountId, failure });
  }
  return claimed.length;
}

/** Never tops up twice: while a top-up waits for its payment, or one is overdue, no other is created. */
async function topUp(work: Work, setting: CreditSettingRow): Promise<boolean> {
  const { accountId, topUpAmount, topUpGrantsOn, topUpPriority } = setting;
  const [account] = await findAccountsById(work.tx, [accountId]);
  if (account === undefined || topUpAmount === null || topUpGrantsOn === null || topUpPriority === null) return false;
  const now = work.clock.now();
  if (await isTopUpOpen(work.tx, accountId)) return false;
  if (!(await onCredit(work, accountId, isPrepaidLow))) return false;
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
  // A top-up that account credit paid at once is already granted.
  const [open] = (await findTopUps(work.tx, [row.id])).filter(({ creditGrantId }) => creditGrantId === null);
  if (open?.grantsOn === "issue") await grantTopUp(work, open, account.testClockId);
  return true;
}
