import Type from "typebox";
import { currency, decimal, instant, instantInput, name, nullable, record, timestamps } from "./schema.ts";

const MOST_PROPERTIES = 10;

const properties = Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.String({ maxLength: 255 }), {
  maxProperties: MOST_PROPERTIES,
  description: "Names and values that an event must have, compared as text. Empty: every event of the metric.",
  examples: [{ model: "large" }],
});

export const costPrice = record(
  {
    id: Type.String(),
    metricId: Type.String(),
    properties,
    unitCost: { ...decimal, description: "What one unit of the metric costs you.", examples: ["0.0000025"] },
    currency,
    validFrom: instant,
    validUntil: nullable(Type.String({ format: "date-time", description: "Null: until a later price replaces it." })),
    isApplied: Type.Boolean({ description: "Whether events that were stored before the price have their costs." }),
    ...timestamps,
  },
  { title: "CostPrice" },
);

const untilInput = nullable({
  ...instantInput,
  description: "The end, exclusive: a timestamp, or a date in the organization's time zone. Null: no end.",
});

export const costPriceCreation = record({
  metricId: name("A metric with the method `count` or `sum`."),
  properties: Type.Optional(properties),
  unitCost: Type.Unsafe<string | number>({
    type: ["string", "number"],
    format: "decimal",
    description: "What one unit of the metric costs you: a decimal of zero or more.",
    examples: ["0.0000025"],
  }),
  currency,
  validFrom: Type.Optional({
    ...instantInput,
    description: "A timestamp, or a date in the organization's time zone. Defaults to now; may be in the past.",
  }),
  validUntil: Type.Optional(untilInput),
});

export const costPriceChange = record({ validUntil: Type.Optional(untilInput) });
