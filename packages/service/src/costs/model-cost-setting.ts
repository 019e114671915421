import { Decimal } from "@counterfoil/engine";
import type { ModelCostSetting } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** The setting as it is sent. Members that are not sent keep their value. */
export interface ModelCostInput {
  readonly eventName?: string | undefined;
  readonly batchDiscountPercent?: string | number | undefined;
}

/** The event name of `@counterfoil/sdk/ai-sdk`, and the discount that OpenAI, Anthropic and Google have for batches. */
const DEFAULTS: ModelCostSetting = { eventName: "model_call", batchDiscountPercent: "50" };

export function applyModelCosts(
  before: ModelCostSetting | null,
  input: ModelCostInput | null,
): ModelCostSetting | null {
  if (input === null) return null;
  const { eventName, batchDiscountPercent } = before ?? DEFAULTS;
  return {
    eventName: input.eventName ?? eventName,
    batchDiscountPercent: String(input.batchDiscountPercent ?? batchDiscountPercent),
  };
}

/** What is wrong with the setting. */
export function modelCostFaults(setting: ModelCostSetting | null): Fault[] {
  return setting === null ? [] : discountFaults("/modelCosts/batchDiscountPercent", setting.batchDiscountPercent);
}

/** The fault of a discount that is not a percentage from 0 to 100. */
export function discountFaults(pointer: string, percent: string): Fault[] {
  const value = Decimal.parse(percent);
  if (value !== undefined && !value.isNegative() && value.compare(Decimal.of("100")) <= 0) return [];
  const detail = `${pointer.slice(1).replace("/", ".")} is ${percent}. Use a percentage from 0 to 100, such as 50.`;
  return [{ pointer, code: "out_of_range", detail }];
}
