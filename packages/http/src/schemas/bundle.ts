import { BILLING_FREQUENCIES, PRODUCT_PAYMENT_TERMS } from "@counterfoil/service";
import { priceTypes } from "@counterfoil/engine";
import Type from "typebox";
import { priceInputMembers, priceMembers } from "./price.ts";
import { instant, name, nullable, oneOf, record, text } from "./schema.ts";

const bundledProduct = record({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  billingFrequency: oneOf(BILLING_FREQUENCIES),
  paymentTerms: oneOf(PRODUCT_PAYMENT_TERMS),
  pricingModelType: oneOf(priceTypes),
});

export const bundle = record({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  prices: Type.Array(record({ ...priceMembers, product: bundledProduct })),
  archivedAt: nullable(instant),
});

const members = {
  description: Type.Optional(nullable(text())),
  priceIds: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })),
  prices: Type.Optional(
    Type.Array(
      record({
        id: Type.Optional(Type.String({ description: "The ID of an existing price. Omit it to create a price." })),
        ...priceInputMembers,
      }),
      { maxItems: 100 },
    ),
  ),
};
export const bundleCreation = record({ name: name(), ...members });
export const bundleChange = record({ name: Type.Optional(name()), ...members });
