import {
  type AccountRow,
  beginSpendTail,
  type CreditSettingRow,
  currentUsageSequence,
  findAccount,
  findCreditSettings,
  findProducts,
  lockCreditOf,
  saveCreditSetting,
  type SettleAboveHeld,
  type Tx,
} from "@counterfoil/storage";
import { onAccountClock } from "../clocks/index.ts";
import { type Context, read, transact } from "../context.ts";
import { type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import {
  applyCreditSettings,
  creditSettingsFaults,
  type CreditSettingsInput,
  NO_TOP_UP,
  type TopUp,
} from "./apply-credit-settings.ts";
import { creditAmount } from "./credit-grant.ts";
import { requireUnchanged } from "../precondition.ts";

/** The settings that watch the prepaid money of an account, in the account's currency. */
export interface CreditSettings {
  accountId: string;
  currency: string;
  lowBalanceThreshold: string | null;
  /** What usage may owe beyond the grants, with unpaid invoices. Null if nothing. */
  creditLine: string | null;
  settleAboveHeld: SettleAboveHeld;
  topUp: TopUp | null;
  /** Why the last top-up failed. */
  topUpFailure: string | null;
}

export function getCreditSettings(context: Context, idOrAlias: string): Promise<CreditSettings> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return toCreditSettings(account, await settingOf(tx, account));
  });
}

/** Changes the given members. A top-up is replaced as a whole. Credit that is already low is topped up at once. */
export function updateCreditSettings(
  context: Context,
  idOrAlias: string,
  input: CreditSettingsInput,
): Promise<CreditSettings> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const work = await onAccountClock(transaction, account);
    refuseFaults(await settingsFaults(work.tx, account, input));
    const now = work.clock.now();
    if (input.topUp || input.lowBalanceThreshold) await beginSpendTail(work.tx, await currentUsageSequence(work.tx));
    // A transaction that uses credit locks the account and then reads the thresholds, so this one locks it too.
    await lockCreditOf(work.tx, [account.id]);
    const row = await settingOf(work.tx, account, "for no key update");
    const before = toCreditSettings(account, row);
    await requireUnchanged(work, () => before);
    const changed = applyCreditSettings(row ?? blankSetting(account, now), input);
    // A worker looks at once whether credit is low, because running usage counts.
    const topUpDueAt = changed.topUpThreshold === null ? null : now;
    const after = { ...changed, topUpDueAt, topUpFailure: null, updatedAt: now };
    const shown = toCreditSettings(account, after);
    const isSameThreshold = shown.lowBalanceThreshold === before.lowBalanceThreshold;
    await saveCreditSetting(work.tx, isSameThreshold ? after : { ...after, lowToldAt: null });
    await audit(work, { action: "credit_settings.updated", objectId: account.id, before, after: shown });
    return shown;
  });
}

async function settingOf(
  tx: Tx,
  { id }: AccountRow,
  lock: "for no key update" | "" = "",
): Promise<CreditSettingRow | undefined> {
  const [row] = await findCreditSettings(tx, [id], lock);
  return row;
}

function blankSetting({ id, testClockId }: AccountRow, now: string): CreditSettingRow {
  return {
    accountId: id,
    lowBalanceThreshold: null,
    creditLine: null,
    settleAboveHeld: "accept",
    ...NO_TOP_UP,
    topUpDueAt: null,
    topUpFailure: null,
    lowToldAt: null,
    testClockId,
    createdAt: now,
    updatedAt: now,
  };
}

function toCreditSettings({ id, currency }: AccountRow, row: CreditSettingRow | undefined): CreditSettings {
  const money = (amount: string) => creditAmount(amount, currency);
  const { topUpThreshold = null, topUpAmount = null, topUpGrantsOn = null, topUpPriority = null } = row ?? {};
  const { lowBalanceThreshold = null, creditLine = null, settleAboveHeld = "accept" } = row ?? {};
  return {
    accountId: id,
    currency,
    lowBalanceThreshold: lowBalanceThreshold === null ? null : money(lowBalanceThreshold),
    creditLine: creditLine === null ? null : money(creditLine),
    settleAboveHeld,
    topUp:
      topUpThreshold === null || topUpAmount === null || topUpGrantsOn === null || topUpPriority === null
        ? null
        : {
            threshold: money(topUpThreshold),
            amount: money(topUpAmount),
            grantsOn: topUpGrantsOn,
            priority: topUpPriority,
            expiresAfterDays: row?.topUpExpiresAfterDays ?? null,
            productId: row?.topUpProductId ?? null,
          },
    topUpFailure: row?.topUpFailure ?? null,
  };
}

async function settingsFaults(tx: Tx, account: AccountRow, input: CreditSettingsInput): Promise<Fault[]> {
  const productId = input.topUp?.productId ?? null;
  const isKnown = productId === null || (await findProducts(tx, [productId])).length > 0;
  return creditSettingsFaults(account, input, isKnown);
}
