import Type, { type TSchema } from "typebox";
import { currency, decimal, nullable, oneOf, record } from "./schema.ts";

/** Requests totals in the organization's reporting currency. */
export const includeReporting = Type.Optional(
  oneOf(["reporting"], "Also return totals of all currencies in the organization's `reportingCurrency`."),
);

const date = Type.String({ format: "date" });

/** A total that is null if a rate is missing. */
export const total = (description: string) =>
  nullable(Type.String({ format: "decimal", description: `${description} Null if a rate is missing.` }));

export const usedRates = Type.Array(
  record({ fromCurrency: currency, date, rate: decimal }, { title: "UsedExchangeRate" }),
  { description: "The newest rate that was used of each currency, and its first day." },
);

export const missingRates = Type.Array(record({ fromCurrency: currency, date }, { title: "MissingExchangeRate" }), {
  description: "The currencies without a rate, and the first day on which one is needed.",
});

/** The totals of figures in the reporting currency, with the rates that they used. */
export const reporting = <Totals extends Record<string, TSchema>>(title: string, totals: Totals) =>
  Type.Optional(
    nullable(
      record(
        {
          currency,
          rates: usedRates,
          missing: missingRates,
          ...totals,
        },
        {
          title,
          description:
            "Totals of all currencies, only with `include=reporting`. Each amount is converted at the newest rate on or " +
            "before its day. Null if the organization has no `reportingCurrency`.",
        },
      ),
    ),
  );
