import { invariant } from "../../src/assertions.ts";
import { Decimal } from "../../src/decimal/decimal.ts";
import type { PriceType } from "../../src/rating/price-type.ts";
import { parsePricingModel } from "../../src/rating/pricing-model-wire.ts";
import type { PricingModel } from "../../src/rating/pricing-model.ts";
import { rate } from "../../src/rating/rate.ts";
import type { Rating } from "../../src/rating/rating.ts";
import { roundToMinorUnit } from "../../src/money/money.ts";
import type { Usage } from "../../src/rating/usage.ts";
import type { Fault } from "../../src/wire/fault.ts";

/** `{"value": "0.10"}` */
export function money(value: string): { value: string } {
  return { value };
}

/** A tier as it is sent. */
export function tier(minUnits: number, maxUnits: number | null, pricePerUnit: string, fixedFee = "0"): object {
  return { minUnits, maxUnits, pricePerUnit: money(pricePerUnit), fixedFee: money(fixedFee) };
}

/** A tier of a percentage as it is sent. */
export function percentageTier(minUnits: number, maxUnits: number | null, percentage: string, fixedFee = "0"): object {
  return { minUnits, maxUnits, percentage: money(percentage), fixedFee: money(fixedFee) };
}

/** The model; fails if it has faults. */
export function model<Type extends PriceType>(type: Type, wire: object): Extract<PricingModel, { type: Type }> {
  const parsed = parsePricingModel(type, wire);
  invariant(parsed.ok, JSON.stringify(parsed));
  return parsed.model as Extract<PricingModel, { type: Type }>;
}

/** The faults as `pointer code`, in the order of detection. */
export function faultsOf(type: PriceType, wire: unknown): string[] {
  return allFaultsOf(type, wire).map(({ pointer, code }) => `${pointer} ${code}`);
}

export function allFaultsOf(type: PriceType, wire: unknown): readonly Fault[] {
  const parsed = parsePricingModel(type, wire);
  return parsed.ok ? [] : parsed.faults;
}

export function usage(quantity: string, more: Partial<Usage> = {}): Usage {
  return { quantity: Decimal.of(quantity), eventCount: Decimal.zero, ...more };
}

/** The cost of the quantity in euros and cents. */
export function cost(priced: PricingModel, quantity: string, more: Partial<Usage> = {}): string {
  return euros(rate(priced, usage(quantity, more)));
}

export function euros({ amount }: Rating): string {
  return roundToMinorUnit(amount, "EUR").toFixed(2);
}

/** Each step as `label: amount`. */
export function stepsOf({ steps }: Rating): string[] {
  return steps.map(({ label, amount }) => `${label}: ${amount.toCanonical()}`);
}
