import { Decimal } from "@counterfoil/engine";
import type { ModelPriceRow } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";
import { endFaults } from "./cost-price-faults.ts";
import { discountFaults } from "./model-cost-setting.ts";
import { toModelPrice } from "./model-price.ts";

/** Everything that is wrong with an organization's price of a model. */
export function modelPriceFaults(price: ModelPriceRow): Fault[] {
  const { prices } = toModelPrice(price);
  const faults = [...currencyFaults("/currency", price.currency), ...endFaults(price), ...patternFaults(price)];
  for (const [kind, amount] of Object.entries(prices) as [string, string | null][]) {
    if (amount === null || !Decimal.of(amount).isNegative()) continue;
    const detail = `prices.${kind} is ${amount}. Use a decimal of zero or more, such as 2.50 for a million tokens.`;
    faults.push({ pointer: `/prices/${kind}`, code: "below_minimum", detail });
  }
  if (prices.input === null && prices.output === null) {
    const detail = "A price of a model needs prices.input, prices.output, or both.";
    faults.push({ pointer: "/prices", code: "required", detail });
  }
  const { batchDiscountPercent: discount } = price;
  return discount === null ? faults : [...faults, ...discountFaults("/batchDiscountPercent", discount)];
}

function patternFaults({ model }: ModelPriceRow): Fault[] {
  const star = model.indexOf("*");
  if (star === -1 || star === model.length - 1) return [];
  const detail = `model is ${JSON.stringify(model)}. Use * only at the end, as in gpt-5*.`;
  return [{ pointer: "/model", code: "wrong_format", detail }];
}
