import { MARGIN_GROUPS } from "@counterfoil/service";
import Type from "typebox";
import { missingRates, usedRates } from "./reporting.ts";
import { currency, decimal, name, nullable, oneOf, record } from "./schema.ts";

const amount = (description: string) => nullable({ ...decimal, description });

const amounts = {
  revenue: amount("Of issued invoices and running. Null if an exchange rate is missing, as in the fields below."),
  runningRevenue: amount("The part of the revenue that is not on an issued invoice yet."),
  cost: amount("What usage costs you, exactly: not rounded to the currency."),
  margin: amount("Revenue − cost."),
  marginPercent: nullable(
    Type.String({ description: "Percent of the revenue. Null without revenue.", examples: ["62.50"] }),
  ),
};

const marginGroup = oneOf(MARGIN_GROUPS, "One item for each. Defaults to `account`.");

export const margin = record(
  {
    from: Type.String({ format: "date" }),
    to: Type.String({ format: "date", description: "Exclusive." }),
    currency,
    groupBy: marginGroup,
    property: nullable(Type.String()),
    totals: record(amounts, { title: "MarginTotals" }),
    items: Type.Array(
      record(
        {
          key: nullable(
            Type.String({ description: "The ID, the day or the value. Null for amounts that have none of them." }),
          ),
          name: nullable(Type.String({ description: "Of the account, the product or the metric." })),
          ...amounts,
        },
        { title: "MarginItem" },
      ),
      { description: "The lowest margin first; days in their order." },
    ),
    rates: usedRates,
    missing: missingRates,
    undecided: Type.Array(record({ accountId: Type.String(), detail: Type.String() }), {
      description: "Accounts whose running revenue is left out because their usage cannot be decided now.",
    }),
  },
  { title: "Margin" },
);

export const marginParameters = {
  groupBy: Type.Optional(marginGroup),
  property: Type.Optional(name("The property whose values are the groups. Required with `groupBy=property`.")),
  metricId: Type.Optional(name("Only this metric.")),
  running: Type.Optional(oneOf(["exclude"], "Leave out usage that is not on an issued invoice yet.")),
};
