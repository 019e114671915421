import { Decimal } from "@counterfoil/engine";
import { completeEntry, type EntryContext } from "./complete-entry.ts";
import { comparable } from "./convert.ts";
import { isObject, type Json, type JsonObject, listIn, objectIn, sortedJson } from "./json.ts";
import { MODEL_MEMBERS } from "./price-shape.ts";
import { SHAPES } from "./section-shapes.ts";
import type { Section } from "./shape.ts";

/** Members that a file always shows, even where they are the default. */
const ALWAYS_SHOWN = ["billingInterval"];

/** The entry without what `completeEntry` adds again: the form in which `pull` writes it. */
export function shortenEntry(section: Section, entry: JsonObject, context: EntryContext): JsonObject {
  const whole = textOf(section, completeEntry(section, entry, context).entry);
  const isSame = (shorter: JsonObject) => textOf(section, completeEntry(section, shorter, context).entry) === whole;
  let shortest = section === "prices" ? shortenModel(entry) : entry;
  for (const [name, { isRequired }] of Object.entries(SHAPES[section].members)) {
    if (isRequired || ALWAYS_SHOWN.includes(name) || shortest[name] === undefined) continue;
    const { [name]: _removed, ...shorter } = shortest;
    if (isSame(shorter)) shortest = shorter;
  }
  return inOrder(section, section === "plans" ? shortenPlan(shortest, isSame) : shortest);
}

/** In the order of the shape, so that the same catalog always gives the same text. */
function inOrder(section: Section, entry: JsonObject): JsonObject {
  const names = Object.keys(SHAPES[section].members).filter((name) => entry[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));
}

/** The entry in a text that equal entries share. */
export function textOf(section: Section, entry: JsonObject): string {
  return sortedJson(comparable(SHAPES[section], entry));
}

function shortenPlan(plan: JsonObject, isSame: (shorter: JsonObject) => boolean): JsonObject {
  let shortest = plan;
  for (const list of ["priceGroups", "entitlements"] as const) {
    for (const [index, element] of listIn(plan[list]).entries()) {
      for (const name of Object.keys(objectIn(element))) {
        if (name === "feature" || name === "value" || name === "bundle") continue;
        const elements = [...listIn(shortest[list])];
        const { [name]: _removed, ...shorter } = objectIn(elements[index]);
        elements[index] = shorter;
        const candidate = { ...shortest, [list]: elements };
        if (isSame(candidate)) shortest = candidate;
      }
    }
  }
  return shortest;
}

/** Without amounts and units of 0 that can be left out, and without the total, which follows from the others. */
function shortenModel(price: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(price).map(([name, value]) => {
      if (!MODEL_MEMBERS.includes(name) || !isObject(value)) return [name, value];
      const { total: _total, ...model } = value;
      const tiers = model["tiers"];
      return [
        name,
        Array.isArray(tiers) ? { ...model, tiers: listIn(tiers).map(shortenTier) } : withoutZeros(name, model),
      ];
    }),
  );
}

/** A tier has a charge, a fixed fee, or both. */
function shortenTier(tier: Json): Json {
  const { fixedFee, ...rest } = objectIn(tier);
  if (fixedFee === undefined || isZero(fixedFee)) return rest;
  const charged = Object.entries(rest).filter(([name, value]) => !CHARGES.includes(name) || !isZero(value));
  return { ...Object.fromEntries(charged), fixedFee };
}

const CHARGES = ["pricePerUnit", "percentage"];

function withoutZeros(name: string, model: JsonObject): JsonObject {
  const omittable =
    name === "volumePercentagePricingModel"
      ? ["pricePerUnit", "fixedFee"]
      : name === "packagePricingModel"
        ? ["includedUnits"]
        : [];
  return Object.fromEntries(
    Object.entries(model).filter(([member, value]) => !omittable.includes(member) || !isZero(value)),
  );
}

function isZero(value: Json): boolean {
  return value === 0 || (typeof value === "string" && Decimal.parse(value)?.isZero() === true);
}
