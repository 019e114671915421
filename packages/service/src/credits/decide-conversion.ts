import { Decimal, formatAmount, isCurrency, minorUnits, roundToMinorUnit } from "@counterfoil/engine";
import type { CreditConversionRow } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import { DomainError, type Fault, refuseFaults } from "../errors/index.ts";

export interface CreditConversionInput {
  from: string;
  to: string;
  /** Default: all account credit in `from`. */
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
 * Credit that was given back from an unpaid invoice stays in its currency, because it pays that invoice if the invoice
 * is written off.
 */
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
    `${written(kept)} of the account credit is reserved for invoices that are not paid yet. ` +
      (free.isZero()
        ? "Settle those invoices first."
        : `Convert at most ${written(free)}, or settle those invoices first.`),
  );
}

/**
 * The conversion of the given amount, or of all credit, rounded once. 422 for more than there is, and for an amount
 * that rounds to zero.
 */
export function decideConversion(
  made: Pick<CreditConversionRow, "id" | "accountId" | "createdAt">,
  { from, to, amount: asked, rate, reason }: CreditConversionInput,
  credit: Decimal,
): CreditConversionRow {
  const amount = asked === null || asked === undefined ? credit : Decimal.of(asked);
  if (amount.compare(credit) > 0) {
    const detail = `The account has only ${formatAmount({ amount: credit, currency: from })} ${from} of account credit.`;
    refuseFaults([{ pointer: "/amount", code: "exceeds_credit", detail }]);
  }
  const converted = roundToMinorUnit(amount.times(Decimal.of(rate)), to);
  if (converted.isZero()) {
    const detail = `${amount.toString()} ${from} × ${rate} rounds to 0 ${to}. Convert more, or check the rate.`;
    refuseFaults([{ pointer: "/rate", code: "too_small", detail }]);
  }
  if (converted.compare(LARGEST_AMOUNT) >= 0) {
    const detail =
      `${amount.toString()} ${from} × ${rate} is more than the maximum of 999,999,999,999,999 ${to}. ` +
      "Convert less, or check the rate.";
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

/** What is wrong with a conversion regardless of the available credit. */
export function conversionFaults({ from, to, amount, rate }: CreditConversionInput): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  faults.push(...currencyFaults("/from", from), ...currencyFaults("/to", to));
  if (from === to) refuse("to", "same_currency", "from and to must be different currencies.");
  if (amount !== null && amount !== undefined && isCurrency(from)) {
    const value = Decimal.of(amount);
    const scale = minorUnits(from);
    if (!value.isPositive())
      refuse("amount", "too_small", "The amount must be greater than 0. Leave it out to convert all credit.");
    else if (!value.round(scale, "down").equals(value)) {
      refuse("amount", "too_many_decimals", `The amount must have at most ${scale} decimals in ${from}.`);
    }
  }
  const value = Decimal.of(rate);
  if (!value.isPositive()) refuse("rate", "too_small", "The rate must be greater than 0.");
  else if (!value.round(MOST_RATE_DECIMALS, "down").equals(value)) {
    refuse("rate", "too_many_decimals", `The rate must have at most ${MOST_RATE_DECIMALS} decimals.`);
  } else if (value.compare(LARGEST_RATE) > 0) refuse("rate", "too_large", "The rate must be at most 1,000,000,000.");
  return faults;
}
