import { BILLING_INTERVALS, type PriceType, priceTypes, pricingModelMember } from "@counterfoil/engine";
import type { PricingModelMember } from "@counterfoil/service";
import Type, { type TOptional, type TSchema, type TUnsafe } from "typebox";
import { capitalized } from "../openapi/words.ts";
import { judgedLater, money, nullable, oneOf, record } from "./schema.ts";

const units = Type.Number({ description: "Units." });
const upperBoundNote = "The tier includes this bound. Null in the last tier (R-RATE-1).";
const upperBound = nullable(Type.Number({ description: upperBoundNote }));
/** Also accepts a decimal string if a JSON number can represent it exactly. */
const unitsInput = Type.Unsafe<number | string>({
  type: ["number", "string"],
  description: "Units: at most 2^53 - 1.",
});
const upperBoundInput = Type.Unsafe<number | string | null>({
  type: ["number", "string", "null"],
  description: upperBoundNote,
});

/** A field that callers may omit but responses always contain. */
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));

const bounds = { minUnits: units, maxUnits: upperBound };
const boundsInput = { minUnits: unitsInput, maxUnits: Type.Optional(upperBoundInput) };
const overageInterval = nullable(
  oneOf(BILLING_INTERVALS, "How often overage is billed. Null means the billing interval."),
);
const names = {
  metrics: Type.Record(Type.String(), Type.String(), { description: "Metric ID by its name in the expression." }),
  constants: Type.Record(Type.String(), money, { description: "Value by its name in the expression." }),
};
const matrix = {
  dimensions: Type.Array(Type.String()),
  cells: Type.Array(record({ values: Type.Record(Type.String(), Type.String()), pricePerUnit: money })),
};

const tiers = { tiers: Type.Array(record({ ...bounds, pricePerUnit: money, fixedFee: money })) };
const percentageTiers = { tiers: Type.Array(record({ ...bounds, percentage: money, fixedFee: money })) };
const tiersInput = {
  tiers: Type.Array(record({ ...boundsInput, pricePerUnit: optional(money), fixedFee: optional(money) })),
};
const percentageTiersInput = {
  tiers: Type.Array(record({ ...boundsInput, percentage: optional(money), fixedFee: optional(money) })),
};

/** Each model in responses (R-RATE-2). Percentages use the money shape. */
const SHOWN: Record<PriceType, TSchema> = {
  fixed: record({ pricePerUnit: money, units, total: money }),
  unit: record({ pricePerUnit: money }),
  tiered: record(tiers),
  graduated_tiered: record(tiers),
  tiered_percentage: record(percentageTiers),
  graduated_percentage: record(percentageTiers),
  volume_percentage: record({ pricePerUnit: money, percentage: money, fixedFee: money }),
  prepaid_tiered: record({ ...tiers, units }),
  prepaid_fixed_tiered: record({ ...tiers, units, overageInterval }),
  package: record({ packageSize: units, includedUnits: units, pricePerPackage: money }),
  matrix: record({ ...matrix, defaultPricePerUnit: nullable(money) }),
  expression: record({ expression: Type.String(), ...names }),
};

/** Each model in requests. */
const WRITTEN: Record<PriceType, TSchema> = {
  ...SHOWN,
  fixed: record({ pricePerUnit: money, units: unitsInput, total: optional(money) }),
  tiered: record(tiersInput),
  graduated_tiered: record(tiersInput),
  tiered_percentage: record(percentageTiersInput),
  graduated_percentage: record(percentageTiersInput),
  volume_percentage: record({ pricePerUnit: optional(money), percentage: money, fixedFee: optional(money) }),
  prepaid_tiered: record({ ...tiersInput, units: unitsInput }),
  prepaid_fixed_tiered: record({ ...tiersInput, units: unitsInput, overageInterval: Type.Optional(overageInterval) }),
  package: record({ packageSize: unitsInput, includedUnits: Type.Optional(unitsInput), pricePerPackage: money }),
  matrix: record({ ...matrix, defaultPricePerUnit: optional(money) }),
  expression: record({
    expression: Type.String(),
    metrics: optional(names.metrics),
    constants: optional(names.constants),
  }),
};

/** The pricing-model fields of a price in responses. Only the field for its type is present. */
export const pricingModels = memberOfEach(({ type, title }) => ({ ...SHOWN[type], title })) as ModelMembers<object>;

/** The pricing-model fields of a price in requests. The engine validates them. */
export const pricingModelInputs = memberOfEach(({ type, title }) =>
  judgedLater(nullable({ ...WRITTEN[type], title: `${title}Input` })),
) as ModelMembers<unknown>;

type ModelMembers<Model> = { [Member in PricingModelMember]: TOptional<TUnsafe<Model>> };

/** The schema of `fixedPricingModel` is always titled `FixedPricingModel`. */
function memberOfEach(schemaOf: (model: { type: PriceType; title: string }) => object): Record<string, TSchema> {
  return Object.fromEntries(
    priceTypes.map((type) => {
      const member = pricingModelMember(type);
      return [member, Type.Optional(Type.Unsafe(schemaOf({ type, title: capitalized(member) })))];
    }),
  );
}
