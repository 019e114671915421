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
 * The model in a caller's members, with its stated or implied type. Missing members are taken from `present`. Rejects
 * several models, a model that does not match the type, and an invalid model.
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
    const detail = "Send a pricing model. Its type is optional.";
    return [{ pointer: `${pointer}/type`, code: "required", detail }];
  }
  return given.map((type) => ({
    pointer: `${pointer}/${pricingModelMember(type)}`,
    code: "several_models",
    detail: "A price has exactly one pricing model. Send only one, and optionally its type.",
  }));
}

function strangerFault(other: PriceType, type: PriceType, pointer: string): Fault {
  const detail = `A price of type ${type} takes only ${pricingModelMember(type)}. Remove the other pricing model.`;
  return { pointer: `${pointer}/${pricingModelMember(other)}`, code: "not_of_this_type", detail };
}
