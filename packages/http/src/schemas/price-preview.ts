import { priceTypes } from "@counterfoil/engine";
import Type from "typebox";
import { priceInputMembers } from "./price.ts";
import { currency, decimal, nullable, oneOf, record } from "./schema.ts";

const MOST_POINTS = 200;

export const pricePreviewInput = record({
  prices: Type.Array(
    record({
      priceId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: "An existing price, instead of a new one." }),
      ),
      combination: Type.Optional(
        nullable(
          Type.Record(Type.String(), Type.String(), {
            description: "For a matrix: the property values that select its price. If omitted, the default price.",
          }),
        ),
      ),
      ...priceInputMembers,
    }),
    { minItems: 1, maxItems: 20 },
  ),
  quantities: Type.Optional(Type.Array(decimal, { minItems: 1, maxItems: MOST_POINTS })),
  from: Type.Optional(Type.String({ format: "decimal", description: "Use with `to` instead of `quantities`." })),
  to: Type.Optional(decimal),
  steps: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: MOST_POINTS,
      description: "Number of quantities, including both ends. Defaults to 50.",
    }),
  ),
  quantityPerEvent: Type.Optional(
    nullable(
      Type.String({
        format: "decimal",
        description:
          "The quantity of one event, for prices that are charged by event. If omitted, the whole quantity is one " +
          "event.",
      }),
    ),
  ),
  metricQuantities: Type.Optional(
    Type.Record(Type.String(), decimal, {
      maxProperties: 100,
      description: "For expressions: metrics with a fixed quantity, by ID.",
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
            Type.String({ format: "decimal", description: "The amount divided by the quantity. Null for 0." }),
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
