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
        description: "The end of the preview, exclusive. At most 60 months after the start; defaults to 12.",
      }),
    ),
  ),
  quantities: Type.Optional(
    Type.Record(Type.String(), decimal, {
      maxProperties: 500,
      description: "The assumed usage in each billing period, by the ID of a price or metric. Defaults to none.",
    }),
  ),
  quantityPerEvent: Type.Optional(
    nullable(
      Type.String({
        format: "decimal",
        description:
          "The quantity of one event, for prices that are charged by event. If omitted, the usage of a period is " +
          "one event.",
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
    description: "The end of the preview, exclusive. It is earlier than requested if there are more than 366 invoices.",
  }),
  currency,
  invoices: Type.Array(
    record({
      date: Type.String({ format: "date", description: "The billing date in the account's zone." }),
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
    { description: "Allowed settings that may be mistakes. Check them before you activate the subscription." },
  ),
});
