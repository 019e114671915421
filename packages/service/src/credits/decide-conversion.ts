import { Decimal, formatAmount, isCurrency, minorUnits, roundToMinorUnit } from "@counterfoil/engine";
import type { CreditConversionRow } from "@counterfoil/storage";
import { DomainError, type Fault, refuseFaults } from "../errors/index.ts";

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

/** Credit that was given back of an invoice which is not paid stays in its currency: it pays that invoice, should it be given up on. */
export function refuseOfUnpaid(
  { from, amount }: Pick<CreditConversionInput, "from" | "amount">,
  credit: Decimal,
  kept: Decimal,
): void {
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

/** The conversion of what is asked for, or of all credit, rounded once. 422 for more than there is, and for what rounds to nothing. */
export function decideConversion(
  made: Pick<CreditConversionRow, "id" | "accountId" | "createdAt">,
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
    ...made,
    fromCurrency: from,
    fromAmount: amount.toString(),
    toCurrency: to,
    toAmount: converted.toString(),
    rate,
    reason,
  };
}

/** What is wrong with a conversion, whatever credit there is. */
export function conversionFaults({ from, to, amount, rate }: CreditConversionInput): Fault[] {
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
