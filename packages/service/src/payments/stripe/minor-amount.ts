import { Decimal } from "@counterfoil/engine";

/**
 * The currencies whose smallest unit at Stripe does not have two decimals. Stripe's table differs from ISO 4217 (ISK,
 * UGX, MGA).
 */
const NO_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THREE_DECIMALS = new Set("BHD JOD KWD OMR TND".split(" "));

const HUNDRED = Decimal.of("100");
const THOUSAND = Decimal.of("1000");

/** An amount in Stripe's format: 12.50 EUR → 1250, 500 JPY → 500. Undefined if Stripe has no such amount. */
export function minorAmount(amount: Decimal, currency: string): number | undefined {
  const units = NO_DECIMALS.has(currency) ? Decimal.one : THREE_DECIMALS.has(currency) ? THOUSAND : HUNDRED;
  const minor = amount.times(units);
  const whole = Number(minor.toString());
  return minor.round(0, "down").equals(minor) && Number.isSafeInteger(whole) ? whole : undefined;
}
