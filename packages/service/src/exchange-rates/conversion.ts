import { Decimal } from "@counterfoil/engine";

/** A rate into the reporting currency. */
export interface DatedRate {
  readonly fromCurrency: string;
  readonly date: string;
  readonly rate: string;
}

/** An amount with the day whose rate converts it. */
export interface DatedAmount {
  readonly currency: string;
  readonly on: string;
  readonly amount: Decimal;
}

/** A currency without a rate, and the first day on which one was needed. */
export interface MissingRate {
  fromCurrency: string;
  date: string;
}

/** The newest rate that a conversion used of a currency. */
export interface UsedRate {
  fromCurrency: string;
  date: string;
  rate: string;
}

/**
 * Adds amounts of several currencies in one. Each amount is converted at the newest rate on or before its day. Sums are
 * exact: rounding is left to the caller, once for each total. Remembers which rates it used, and which are missing.
 */
export class Conversion {
  readonly currency: string;
  readonly #rates: ReadonlyMap<string, readonly DatedRate[]>;
  readonly #used = new Map<string, DatedRate>();
  readonly #missing = new Map<string, string>();

  /** @param rates oldest first */
  constructor(currency: string, rates: readonly DatedRate[]) {
    this.currency = currency;
    this.#rates = Map.groupBy(rates, ({ fromCurrency }) => fromCurrency);
  }

  /** The exact sum, or null if a rate is missing. An amount of zero needs no rate. */
  sum(amounts: readonly DatedAmount[]): Decimal | null {
    const converted = amounts.filter(({ amount }) => !amount.isZero()).map((amount) => this.#convert(amount));
    const known = converted.filter((amount) => amount !== null);
    return known.length === converted.length ? Decimal.sum(known) : null;
  }

  #convert({ currency, on, amount }: DatedAmount): Decimal | null {
    if (currency === this.currency) return amount;
    const rate = this.#rates.get(currency)?.findLast(({ date }) => date <= on);
    if (rate === undefined) {
      const known = this.#missing.get(currency);
      if (known === undefined || on < known) this.#missing.set(currency, on);
      return null;
    }
    const used = this.#used.get(currency);
    if (used === undefined || used.date < rate.date) this.#used.set(currency, rate);
    return amount.times(Decimal.of(rate.rate));
  }

  /** The rates that all sums so far used, by currency. */
  get rates(): UsedRate[] {
    return this.#inOrder(
      [...this.#used.values()].map(({ fromCurrency, date, rate }) => ({ fromCurrency, date, rate })),
    );
  }

  /** The rates that all sums so far missed, by currency. */
  get missing(): MissingRate[] {
    return this.#inOrder([...this.#missing].map(([fromCurrency, date]) => ({ fromCurrency, date })));
  }

  #inOrder<Of extends { readonly fromCurrency: string }>(list: Of[]): Of[] {
    return list.toSorted((a, b) => (a.fromCurrency < b.fromCurrency ? -1 : 1));
  }
}
