import { Decimal, minorUnits } from "@counterfoil/engine";
import { findMetric, findProducts, type Tx } from "@counterfoil/storage";
import { currencyFaults } from "../../codes.ts";
import type { Fault } from "../../errors/index.ts";
import type { SpendLimit } from "./spend-limit.ts";

/** The faults of a limit before it is stored, except those of its account. */
export async function spendLimitFaults(tx: Tx, limit: SpendLimit): Promise<Fault[]> {
  const { metricId, productId, currency } = limit;
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  if (metricId !== null && productId !== null) {
    refuse("productId", "not_both", "A limit counts a metric or a product. Send one of metricId and productId.");
  }
  if (metricId !== null && (await findMetric(tx, metricId, "for share")) === undefined) {
    refuse("metricId", "unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  }
  if (productId !== null && (await findProducts(tx, [productId])).length === 0) {
    refuse("productId", "unknown_product", `There is no product ${JSON.stringify(productId)}.`);
  }
  const ofCurrency = currencyFaults("/currency", currency);
  return [...faults, ...ofCurrency, ...(ofCurrency.length > 0 ? [] : amountFaults(limit)), ...shareFaults(limit)];
}

/** An amount must be positive and have no more decimals than its currency. */
export function amountFaults({ amount, currency }: Pick<SpendLimit, "amount" | "currency">): Fault[] {
  const value = Decimal.parse(amount);
  // Text that is not a decimal was rejected earlier.
  if (value === undefined) return [];
  if (!value.isPositive()) {
    const detail = "The amount must be greater than 0. To refuse all usage, cancel the subscription.";
    return [{ pointer: "/amount", code: "too_small", detail }];
  }
  const scale = minorUnits(currency);
  if (value.round(scale, "down").equals(value)) return [];
  const detail = `The amount must have at most ${scale} decimals in ${currency}.`;
  return [{ pointer: "/amount", code: "too_many_decimals", detail }];
}

/** A fault for each percentage that is not above the one before it. */
export function shareFaults({ notifyAt }: Pick<SpendLimit, "notifyAt">): Fault[] {
  return notifyAt.flatMap((share, index): Fault[] => {
    const before = notifyAt[index - 1];
    if (before === undefined || before < share) return [];
    const detail = "Each percentage must be greater than the one before it.";
    return [{ pointer: `/notifyAt/${index}`, code: "not_ascending", detail }];
  });
}
