import { Decimal, formatAmount, isCurrency, minorUnits, roundToMinorUnit } from "@counterfoil/engine";
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
import { DomainError, type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { recordEffects } from "../journal/index.ts";
import { audit, notify } from "../record.ts";
import { localDay } from "../time.ts";
import { type CreditConversion, toCreditConversion } from "./credit-conversion.ts";
import { creditOfUnpaid } from "./money-left.ts";

export interface CreditConversionInput {
  from: string;
  to: string;
  /** All of the account credit in `from` where nothing is said. */
  amount?: string | null;
  /** What one unit of `from` is worth in units of `to`. */
  rate: string;
  reason: string;
}

const MOST_RATE_DECIMALS = 12;
const LARGEST_RATE = Decimal.of("1000000000");
/** Amounts have at most 15 digits before the point. */
const LARGEST_AMOUNT = Decimal.of("1000000000000000");

/**
 * Moves account credit from one currency to another at a stated rate, rounded once (R-INV-8): one record with two entries of the
 * ledger. 409 where there is no credit in `from`, 422 for more than there is.
 */
export function convertCredit(
  context: Context,
  idOrAlias: string,
  input: CreditConversionInput,
): Promise<CreditConversion> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    refuseFaults(inputFaults(input));
    const balances = await lockAccountCredit(transaction.tx, [account.id]);
    const credit = Decimal.of(balances.find(({ currency }) => currency === input.from)?.balance ?? "0");
    if (!credit.isPositive()) {
      throw new DomainError("state_conflict", `The account has no account credit in ${input.from} to convert.`);
    }
    const work = await onAccountClock(transaction, account);
    await refuseOfUnpaid(work, account.id, input, credit);
    return bookConversion(work, account, decideConversion(work, account, input, credit));
  });
}

/** Credit that was given back of an invoice which is not paid stays in its currency: it pays that invoice, should it be given up on. */
async function refuseOfUnpaid(
  work: Work,
  accountId: string,
  { from, amount }: CreditConversionInput,
  credit: Decimal,
): Promise<void> {
  const kept = await creditOfUnpaid(work, accountId, from);
  const asked = amount === null || amount === undefined ? credit : Decimal.of(amount);
  const free = Decimal.max(credit.minus(kept), Decimal.zero);
  if (kept.isZero() || asked.compare(free) <= 0) return;
  const written = (value: Decimal) => `${formatAmount({ amount: value, currency: from })} ${from}`;
  throw new DomainError(
    "state_conflict",
    `${written(kept)} of the account credit was given back of invoices that are not paid yet, and pays them first. ` +
      (free.isZero()
        ? "Settle these invoices first."
        : `Convert at most ${written(free)}, or settle these invoices first.`),
  );
}

function decideConversion(
  work: Work,
  account: AccountRow,
  { from, to, amount: asked, rate, reason }: CreditConversionInput,
  credit: Decimal,
): CreditConversionRow {
  const amount = asked === null || asked === undefined ? credit : Decimal.of(asked);
  if (amount.compare(credit) > 0) {
    const detail = `There are ${formatAmount({ amount: credit, currency: from })} ${from} of account credit.`;
    refuseFaults([{ pointer: "/amount", code: "exceeds_credit", detail }]);
  }
  const converted = roundToMinorUnit(amount.times(Decimal.of(rate)), to);
  if (converted.isZero()) {
    const detail = `${amount.toString()} ${from} × ${rate} rounds to 0 ${to}.`;
    refuseFaults([{ pointer: "/rate", code: "too_small", detail }]);
  }
  if (converted.compare(LARGEST_AMOUNT) >= 0) {
    const detail = `${amount.toString()} ${from} × ${rate} is more than ${to} 999,999,999,999,999.`;
    refuseFaults([{ pointer: "/rate", code: "too_large", detail }]);
  }
  return {
    id: work.ids.next("conv"),
    accountId: account.id,
    fromCurrency: from,
    fromAmount: amount.toString(),
    toCurrency: to,
    toAmount: converted.toString(),
    rate,
    reason,
    createdAt: work.clock.now(),
  };
}

/** Writes the conversion with both entries of the ledger, and both of the journal: each currency is in balance by itself. */
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

function inputFaults({ from, to, amount, rate }: CreditConversionInput): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  for (const [member, code] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (!isCurrency(code)) refuse(member, "unknown_currency", `${code} is no ISO 4217 code.`);
  }
  if (from === to) refuse("to", "same_currency", "Convert into another currency than the credit has.");
  if (amount !== null && amount !== undefined && isCurrency(from)) {
    const value = Decimal.of(amount);
    const scale = minorUnits(from);
    if (!value.isPositive())
      refuse("amount", "too_small", "Convert more than 0, or leave the amount out to convert all.");
    else if (!value.round(scale, "down").equals(value)) {
      refuse("amount", "too_many_decimals", `${from} has ${scale} decimals.`);
    }
  }
  const value = Decimal.of(rate);
  if (!value.isPositive()) refuse("rate", "too_small", "A rate is more than 0.");
  else if (!value.round(MOST_RATE_DECIMALS, "down").equals(value)) {
    refuse("rate", "too_many_decimals", `A rate has at most ${MOST_RATE_DECIMALS} decimals.`);
  } else if (value.compare(LARGEST_RATE) > 0) refuse("rate", "too_large", "A rate is at most 1,000,000,000.");
  return faults;
}
