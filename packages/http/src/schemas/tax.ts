import { TAX_CATEGORY_CODES, TAX_STATUSES } from "@counterfoil/engine";
import Type from "typebox";
import { decimal, instant, name, nullable, oneOf, record, timestamps } from "./schema.ts";

const categoryCode = oneOf(
  TAX_CATEGORY_CODES,
  "By EN 16931: S standard and reduced, Z zero-rated, E exempt, AE reverse charge, K intra-community supply, G " +
    "export, O outside the scope of tax.",
);

export const taxRate = record({
  id: Type.String(),
  name: Type.String({ description: "The name as printed on documents." }),
  percentage: decimal,
  country: nullable(Type.String()),
  region: nullable(Type.String()),
  taxCategory: nullable(Type.String({ description: "The tax category of products. Null matches all." })),
  taxStatus: nullable(oneOf(TAX_STATUSES, "The tax status of accounts. Null matches all.")),
  inclusive: Type.Boolean({ description: "Whether prices already include the tax." }),
  categoryCode,
  reasonCode: nullable(Type.String({ description: "A code of the VATEX list." })),
  reason: nullable(Type.String()),
  validFrom: nullable(Type.String({ format: "date" })),
  validUntil: nullable(
    Type.String({ format: "date", description: "The first day on which the rate no longer applies." }),
  ),
  archivedAt: nullable(instant),
  ...timestamps,
});

const percentage = Type.Unsafe<string | number>({
  type: ["string", "number"],
  format: "decimal",
  description: "A percentage from 0 to 100, as a decimal string or a number.",
});
const members = {
  country: Type.Optional(nullable(Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 code." }))),
  region: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  taxCategory: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  taxStatus: Type.Optional(nullable(oneOf(TAX_STATUSES))),
  inclusive: Type.Optional(Type.Boolean()),
  categoryCode: Type.Optional(categoryCode),
  reasonCode: Type.Optional(nullable(Type.String({ pattern: "^VATEX-[A-Z]{2}-[0-9A-Z-]+$", maxLength: 40 }))),
  reason: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 500 }))),
  validFrom: Type.Optional(nullable(Type.String({ format: "date" }))),
  validUntil: Type.Optional(nullable(Type.String({ format: "date" }))),
};
export const taxRateCreation = record({ name: name(), percentage, ...members });
export const taxRateChange = record({
  name: Type.Optional(name()),
  percentage: Type.Optional(percentage),
  ...members,
});

/** IDs of tax rates, on accounts and prices. */
export const taxRateIds = Type.Array(Type.String(), { maxItems: 20 });

const applied = {
  taxRateId: nullable(Type.String({ description: "Null if the built-in table or a legal rule determined the rate." })),
  name: Type.String(),
  percentage: decimal,
  categoryCode,
};
const sums = { base: decimal, amount: decimal };

export const invoiceTax = record({
  ...applied,
  reasonCode: nullable(Type.String()),
  reason: nullable(Type.String()),
  inclusive: Type.Boolean(),
  country: nullable(Type.String()),
  region: nullable(Type.String()),
  ...sums,
});

export const lineTax = record({ ...applied, ...sums });
