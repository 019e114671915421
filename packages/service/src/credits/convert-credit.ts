import { Decimal } from "@counterfoil/engine";
import {
  type AccountRow,
  type CreditConversionRow,
  findAccount,
  getOrganization,
  insertAccountCreditEntries,
  insertCreditConversion,
  lockAccountCredit,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone, onAccountClock } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { recordEffects } from "../journal/index.ts";
import { audit, notify } from "../record.ts";
import { localDay } from "../time.ts";
import { type CreditConversion, toCreditConversion } from "./credit-conversion.ts";
import { conversionFaults, type CreditConversionInput, decideConversion, refuseOfUnpaid } from "./decide-conversion.ts";
import { creditOfUnpaid } from "./money-left.ts";

/**
 * Converts account credit from one currency to another at a stated rate, rounded once (R-INV-8): one record with two
 * ledger entries. 409 if there is no credit in `from`, 422 for more than there is.
 */
export function convertCredit(
  context: Context,
  idOrAlias: string,
  input: CreditConversionInput,
): Promise<CreditConversion> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    refuseFaults(conversionFaults(input));
    const balances = await lockAccountCredit(transaction.tx, [account.id]);
    const credit = Decimal.of(balances.find(({ currency }) => currency === input.from)?.balance ?? "0");
    if (!credit.isPositive()) {
      throw new DomainError("state_conflict", `The account has no credit in ${input.from} to convert.`);
    }
    const work = await onAccountClock(transaction, account);
    refuseOfUnpaid(input, credit, await creditOfUnpaid(work, account.id, input.from));
    const made = { id: work.ids.next("conv"), accountId: account.id, createdAt: work.clock.now() };
    return bookConversion(work, account, decideConversion(made, input, credit));
  });
}

/** Writes the conversion with its two ledger entries and two journal entries, so that each currency balances. */
async function bookConversion(work: Work, account: AccountRow, row: CreditConversionRow): Promise<CreditConversion> {
  const { id, accountId, createdAt } = row;
  const sides = [
    { currency: row.fromCurrency, amount: Decimal.of(row.fromAmount).negate() },
    { currency: row.toCurrency, amount: Decimal.of(row.toAmount) },
  ];
  await insertCreditConversion(work.tx, row);
  await insertAccountCreditEntries(
    work.tx,
    sides.map(({ currency, amount }) => {
      const entry = { id: work.ids.next("credit"), accountId, currency, amount: amount.toString(), createdAt };
      return { ...entry, invoiceId: null, creditConversionId: id };
    }),
  );
  const zone = accountTimeZone(account, await getOrganization(work.tx));
  const day = Temporal.PlainDate.from(localDay(createdAt, zone));
  await recordEffects(
    work,
    sides.map(({ currency, amount }) => {
      const effect = { kind: "credit_converted" as const, day, amount };
      return { effect, objectId: id, invoice: { id: null, accountId, currency } };
    }),
  );
  const shown = toCreditConversion(row);
  await audit(work, { action: "credit_conversion.created", objectId: id, after: shown });
  await notify(work, "credit.converted", id, shown);
  return shown;
}
