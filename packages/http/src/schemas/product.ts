import { BILLING_FREQUENCIES, FEE_TYPES, PRODUCT_PAYMENT_TERMS } from "@counterfoil/service";
import Type from "typebox";
import { instant, name, nullable, oneOf, record, text, timestamps } from "./schema.ts";

export const product = record({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  sku: nullable(Type.String({ description: "Code for external revenue recognition systems." })),
  feeType: oneOf(FEE_TYPES),
  paymentTerms: oneOf(PRODUCT_PAYMENT_TERMS),
  billingFrequency: oneOf(BILLING_FREQUENCIES),
  metricIds: Type.Array(Type.String(), { description: "Only metered products have metrics." }),
  unitLabel: nullable(Type.String({ description: "The name of one unit, such as seat." })),
  taxCategory: nullable(Type.String()),
  archivedAt: nullable(instant),
  ...timestamps,
});

const members = {
  description: Type.Optional(nullable(text())),
  sku: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  paymentTerms: Type.Optional(oneOf(PRODUCT_PAYMENT_TERMS)),
  billingFrequency: Type.Optional(oneOf(BILLING_FREQUENCIES)),
  metricIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  unitLabel: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  taxCategory: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
};
export const productCreation = record({ name: name(), feeType: oneOf(FEE_TYPES), ...members });
export const productChange = record({
  name: Type.Optional(name()),
  feeType: Type.Optional(oneOf(FEE_TYPES)),
  ...members,
});
