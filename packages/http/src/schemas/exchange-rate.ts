import Type from "typebox";
import { currency, decimal, record, timestamps } from "./schema.ts";

const MOST_RATES = 1_000;

const pair = {
  fromCurrency: { ...currency, description: "ISO 4217 code of the currency that is converted." },
  toCurrency: { ...currency, description: "ISO 4217 code of the currency into which it is converted." },
  date: Type.String({
    format: "date",
    description: "The first day of the rate. It applies until the day before the next rate of the two currencies.",
    examples: ["2026-01-31"],
  }),
};

export const exchangeRate = record(
  {
    id: Type.String(),
    ...pair,
    rate: {
      ...decimal,
      description: "What one unit of `fromCurrency` is worth in `toCurrency`, as an exact decimal.",
      examples: ["0.92"],
    },
    ...timestamps,
  },
  { title: "ExchangeRate" },
);

export const exchangeRates = record({
  items: Type.Array(exchangeRate, { description: "In the order of the request." }),
});

export const exchangeRatesInput = record({
  items: Type.Array(
    record({
      ...pair,
      rate: Type.Unsafe<string | number>({
        type: ["string", "number"],
        format: "decimal",
        description:
          "What one unit of `fromCurrency` is worth in `toCurrency`: a decimal string above zero, or a number.",
      }),
    }),
    { minItems: 1, maxItems: MOST_RATES },
  ),
});
