import {
  numberBounds,
  parsePricingModel,
  type PricingModel,
  type PriceType,
  priceTypes,
  pricingModelMember,
} from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";
import type { PriceInput } from "./price-input.ts";
import { modelOf, type PricingModelMember } from "./pricing-model-member.ts";

export type ReadPricingModel =
  | { readonly ok: true; readonly model: PricingModel }
  | { readonly ok: false; readonly type: PriceType | undefined; readonly faults: readonly Fault[] };

/**
 * The model that a caller's members spell, with the type that they name or imply; members that are not sent are those of
 * `present`. Refuses several models, a model that does not match the type, and whatever is wrong inside of it.
 */
export function readPricingModel(input: PriceInput, present: PricingModel | null, pointer: string): ReadPricingModel {
  const given = priceTypes.filter((type) => modelOf(input, type) !== undefined);
  const type = input.type ?? (given.length > 1 ? undefined : (given[0] ?? present?.type));
  if (type === undefined) return { ok: false, type, faults: typeFaults(given, pointer) };
  const strangers = given.filter((other) => other !== type).map((other) => strangerFault(other, type, pointer));
  const member = pricingModelMember(type);
  const at = `${pointer}/${member}`;
  if (!given.includes(type)) {
    const isKept = present?.type === type && input[member as PricingModelMember] !== null;
    if (isKept && strangers.length === 0) return { ok: true, model: present };
    const missing = { pointer: at, code: "required", detail: `A price of type ${type} needs ${member}.` };
    return { ok: false, type, faults: isKept ? strangers : [missing, ...strangers] };
  }
  const parsed = parsePricingModel(type, modelOf(input, type), numberBounds);
  const inside = parsed.ok ? [] : parsed.faults.map((fault) => ({ ...fault, pointer: at + fault.pointer }));
  if (parsed.ok && strangers.length === 0) return { ok: true, model: parsed.model };
  return { ok: false, type, faults: [...inside, ...strangers] };
}

function typeFaults(given: readonly PriceType[], pointer: string): Fault[] {
  if (given.length === 0) {
    const detail = "Name the type and give its pricing model, or give the model alone.";
    return [{ pointer: `${pointer}/type`, code: "required", detail }];
  }
  return given.map((type) => ({
    pointer: `${pointer}/${pricingModelMember(type)}`,
    code: "several_models",
    detail: "A price has one pricing model. Give one of them, or the type that is meant.",
  }));
}

function strangerFault(other: PriceType, type: PriceType, pointer: string): Fault {
  const detail = `A price of type ${type} takes ${pricingModelMember(type)} and no other pricing model.`;
  return { pointer: `${pointer}/${pricingModelMember(other)}`, code: "not_of_this_type", detail };
}
