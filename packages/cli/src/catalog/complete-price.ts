import {
  numberBounds,
  parsePricingModel,
  type PriceType,
  priceTypes,
  pricingModelMember,
  pricingModelToWire,
} from "@counterfoil/engine";
import { type CompletedEntry, currencyFaults, faultAt, unresolved } from "./completed-entry.ts";
import { toFile, toWire } from "./convert.ts";
import { type Json, type JsonObject, listIn, objectIn, textIn } from "./json.ts";
import { MODEL_MEMBERS } from "./price-shape.ts";
import type { Entries } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import type { FileFault } from "./source.ts";

/** The type of a price by the member that contains its model. */
export function priceTypeOf(entry: JsonObject): PriceType | undefined {
  return priceTypes.find((type) => entry[pricingModelMember(type)] !== undefined);
}

export function completePrice(
  entry: JsonObject,
  { products }: Entries,
  instantOf: (date: string) => string | undefined,
): CompletedEntry {
  const given = MODEL_MEMBERS.filter((member) => entry[member] !== undefined);
  const type = priceTypeOf(entry);
  if (type === undefined || given.length !== 1) {
    const message =
      given.length === 0
        ? `A price needs a pricing model. Add one of ${MODEL_MEMBERS.join(", ")}.`
        : `A price has one pricing model. Keep one of ${given.join(", ")}.`;
    return { entry, faults: [{ path: [], part: "value", message }] };
  }
  const product = objectIn(products[textIn(entry["product"])]);
  const model = completeModel(type, entry);
  const end = completeDiscount(objectIn(entry["discount"]), instantOf);
  const isRecurring = product["billingFrequency"] !== "one-off";
  const whole: JsonObject = {
    ...(isRecurring ? { billingInterval: "monthly" } : {}),
    metrics: defaultMetrics(type, entry, product),
    taxRates: [],
    archived: false,
    ...entry,
    ...model.entry,
    ...end.entry,
  };
  return { entry: whole, faults: [...currencyFaults(entry), ...model.faults, ...end.faults] };
}

function completeModel(type: PriceType, entry: JsonObject): CompletedEntry {
  const member = pricingModelMember(type);
  const shape = SHAPES.prices.members[member]?.shape;
  const model = entry[member];
  if (shape === undefined || model === undefined) return { entry: {}, faults: [] };
  const parsed = parsePricingModel(type, toWire(shape, model, unresolved), numberBounds);
  if (!parsed.ok) {
    return { entry: {}, faults: parsed.faults.map(({ pointer, detail }) => faultAt(pointer, detail, [member])) };
  }
  return { entry: { [member]: toFile(shape, pricingModelToWire(parsed.model) as JsonObject, unresolved) }, faults: [] };
}

function completeDiscount(
  discount: JsonObject,
  instantOf: (date: string) => string | undefined,
): { entry: JsonObject; faults: FileFault[] } {
  const { endDate } = discount;
  if (typeof endDate !== "string") return { entry: {}, faults: [] };
  const instant = instantOf(endDate);
  if (instant !== undefined) return { entry: { discount: { ...discount, endDate: instant } }, faults: [] };
  const message = `${JSON.stringify(endDate)} is not a date or a timestamp. Write 2027-01-31 or 2027-01-31T00:00:00Z.`;
  return { entry: {}, faults: [{ path: ["discount", "endDate"], part: "value", message }] };
}

/** As the server: none for a fixed amount, those of an expression, or those of the product. */
function defaultMetrics(type: PriceType, entry: JsonObject, product: JsonObject): readonly Json[] {
  if (type === "fixed") return [];
  if (type !== "expression") return listIn(product["metrics"]);
  return [...new Set(Object.values(objectIn(objectIn(entry["expressionPricingModel"])["metrics"])))];
}
