import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  accountCredit,
  type AccountRow,
  findCreditSettings,
  outstandingAmounts,
  unspentGrants,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { onAccountClock } from "../clocks/index.ts";

/**
 * Refuses to change the currency of an account while it has money left in the old currency, or thresholds in it: new
 * invoices would not use that money, and no record would say where it went. The account is locked, so that none arrives
 * meanwhile.
 */
export async function requireNothingLeft(transaction: Work, account: AccountRow): Promise<void> {
  const { tx, clock } = await onAccountClock(transaction, account);
  const { id, currency } = account;
  const credit = (await accountCredit(tx, [id])).find((row) => row.currency === currency);
  const owed = (await outstandingAmounts(tx, id)).find((row) => row.currency === currency)?.outstanding;
  const granted = await unspentGrants(tx, id, currency, clock.now());
  const [settings] = await findCreditSettings(tx, [id]);
  const hasThresholds =
    (settings?.lowBalanceThreshold ?? null) !== null ||
    (settings?.topUpThreshold ?? null) !== null ||
    (settings?.creditLine ?? null) !== null;
  const left = [
    [
      // Credit that is held for a draft can become free.
      Decimal.of(credit?.balance ?? "0")
        .plus(Decimal.of(credit?.held ?? "0"))
        .toString(),
      "account credit",
      `convert it (POST /accounts/${id}/credit-conversions), refund it, or wait until invoices have used it`,
    ],
    [granted, "credit grants", "void them (POST /credit-grants/{id}/void), or wait until invoices have used them"],
    [owed, "open invoices", "collect, void or credit them"],
  ] as const;
  const open: { says: string; advice: string }[] = left.flatMap(([text = "0", what, advice]) => {
    const amount = Decimal.of(text);
    const says = `${formatAmount({ amount, currency })} ${currency} of ${what}`;
    return amount.isZero() ? [] : [{ says, advice }];
  });
  if (hasThresholds) {
    const advice = `set lowBalanceThreshold, topUp and creditLine to null (PATCH /accounts/${id}/credit-settings)`;
    open.push({ says: `credit settings in ${currency}`, advice });
  }
  if (open.length === 0) return;
  const [says, advice] = [open.map((one) => one.says).join(", "), open.map((one) => one.advice).join("; ")];
  throw new DomainError("state_conflict", `The currency cannot change while the account has ${says}. First ${advice}.`);
}
