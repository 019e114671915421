import { priceTypes } from "@counterfoil/engine";
import Type from "typebox";
import { priceInputMembers } from "./price.ts";
import { currency, decimal, nullable, oneOf, record } from "./schema.ts";

const MOST_POINTS = 200;

export const pricePreviewInput = record({
  prices: Type.Array(
    record({
      priceId: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "In place of a new price." })),
      combination: Type.Optional(
        nullable(
          Type.Record(Type.String(), Type.String(), {
            description: "Of a matrix: the property values that choose its price; else its default price is taken.",
          }),
        ),
      ),
      ...priceInputMembers,
    }),
    { minItems: 1, maxItems: 20 },
  ),
  quantities: Type.Optional(Type.Array(decimal, { minItems: 1, maxItems: MOST_POINTS })),
  from: Type.Optional(Type.String({ format: "decimal", description: "With to, in place of quantities." })),
  to: Type.Optional(decimal),
  steps: Type.Optional(
    Type.Integer({ minimum: 2, maximum: MOST_POINTS, description: "From end to end; 50 when left out." }),
  ),
  quantityPerEvent: Type.Optional(
    nullable(
      Type.String({
        format: "decimal",
        description: "What one event brings, for what is charged by event; all comes in one event when left out.",
      }),
    ),
  ),
  metricQuantities: Type.Optional(
    Type.Record(Type.String(), decimal, {
      maxProperties: 100,
      description: "Of expressions: the metrics that stay at a quantity of their own, by id.",
    }),
  ),
});

export const pricePreview = record({
  prices: Type.Array(
    record({
      priceId: nullable(Type.String()),
      type: oneOf(priceTypes),
      currency,
      points: Type.Array(
        record({
          quantity: decimal,
          amount: Type.String({ format: "decimal", description: "Before discounts, spend limits and taxes." }),
          unitPrice: nullable(
            Type.String({ format: "decimal", description: "The amount over the quantity; null for 0." }),
          ),
          tier: nullable(
            record(
              {
                number: Type.Integer({ description: "Counted from 1." }),
                minUnits: Type.Number(),
                maxUnits: nullable(Type.Number()),
              },
              { description: "The tier that the quantity reaches." },
            ),
          ),
          notes: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});
