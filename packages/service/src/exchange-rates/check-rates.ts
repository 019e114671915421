import { Decimal } from "@counterfoil/engine";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";
import type { ExchangeRateInput } from "./exchange-rate.ts";

/** Two rates with the same key replace each other. */
export function keyOfRate({ fromCurrency, toCurrency, date }: Omit<ExchangeRateInput, "rate">): string {
  return `${fromCurrency} ${toCurrency} ${date}`;
}

/** Everything that is wrong with these rates. The pointers name the rate by its place. */
export function exchangeRateFaults(rates: readonly ExchangeRateInput[]): Fault[] {
  const places = new Map<string, number>();
  return rates.flatMap((rate, place) => {
    const at = `/items/${place}`;
    const first = places.get(keyOfRate(rate));
    if (first === undefined) places.set(keyOfRate(rate), place);
    return [
      ...currencyFaults(`${at}/fromCurrency`, rate.fromCurrency),
      ...currencyFaults(`${at}/toCurrency`, rate.toCurrency),
      ...pairFaults(at, rate),
      ...(first === undefined ? [] : [repeated(at, rate, first)]),
    ];
  });
}

function pairFaults(at: string, { fromCurrency, toCurrency, rate }: ExchangeRateInput): Fault[] {
  const faults: Fault[] = [];
  if (fromCurrency === toCurrency) {
    const detail = `A rate needs two currencies, and both are ${fromCurrency}.`;
    faults.push({ pointer: `${at}/toCurrency`, code: "same_currency", detail });
  }
  if (!Decimal.of(String(rate)).isPositive()) {
    const detail = `${rate} is not a rate. Use a decimal above zero, such as 0.92.`;
    faults.push({ pointer: `${at}/rate`, code: "not_positive", detail });
  }
  return faults;
}

function repeated(at: string, { fromCurrency, toCurrency, date }: ExchangeRateInput, first: number): Fault {
  const detail = `Item ${first} already sets the rate from ${fromCurrency} to ${toCurrency} on ${date}. Keep one of them.`;
  return { pointer: `${at}/date`, code: "repeated", detail };
}
