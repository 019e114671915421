import Type from "typebox";
import { invoice } from "./invoice.ts";
import { currency, decimal, instant, instantInput, nullable, oneOf, record } from "./schema.ts";
import { subscriptionCreation } from "./subscription.ts";

const date = Type.String({ format: "date" });

const ahead = {
  until: Type.Optional(
    nullable(
      Type.String({
        ...instantInput,
        description: "The first day that is not looked at, at most 60 months after the start; 12 when left out.",
      }),
    ),
  ),
  quantities: Type.Optional(
    Type.Record(Type.String(), decimal, {
      maxProperties: 500,
      description:
        "What is supposed to be used in each billing period, by the id of a price or of a metric; else nothing.",
    }),
  ),
  quantityPerEvent: Type.Optional(
    nullable(
      Type.String({
        format: "decimal",
        description:
          "What one event brings, for what is charged by event; a period's usage is one event when left out.",
      }),
    ),
  ),
};

export const draftPreviewInput = record(ahead);
export const subscriptionPreviewInput = record({ ...subscriptionCreation.properties, ...ahead });

const { subtotal, linesTotal, tax, taxes, total, lineItems } = invoice.properties;

export const subscriptionPreview = record({
  startsAt: instant,
  until: Type.String({
    format: "date",
    description: "The first day that was not looked at: earlier than asked where there are more than 366 invoices.",
  }),
  currency,
  invoices: Type.Array(
    record({
      date: Type.String({ format: "date", description: "The day of billing in the account's zone." }),
      periods: Type.Array(record({ start: date, end: date }), { description: "The service periods of its lines." }),
      lines: lineItems,
      subtotal,
      linesTotal,
      tax,
      taxes,
      total,
    }),
  ),
  total: decimal,
  byMonth: Type.Array(record({ month: Type.String({ pattern: "^\\d{4}-\\d{2}$" }), total: decimal })),
  warnings: Type.Array(
    record({
      code: oneOf(["usage_billed_twice"]),
      detail: Type.String(),
      metricId: Type.String(),
      subscriptionId: Type.String({ description: "The active subscription that bills the same usage." }),
    }),
    { description: "What is allowed and may not be meant: look at it before you activate the subscription." },
  ),
});
