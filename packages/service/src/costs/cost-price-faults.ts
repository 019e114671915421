import { Decimal, isCostable } from "@counterfoil/engine";
import type { CostPriceRow, MetricRow } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";

/** Everything that is wrong with a cost price. `metric` is undefined if there is none with its ID. */
export function costPriceFaults(price: CostPriceRow, metric: MetricRow | undefined): Fault[] {
  const faults = [...metricFaults(price, metric), ...currencyFaults("/currency", price.currency), ...endFaults(price)];
  if (Decimal.of(price.unitCost).isNegative()) {
    const detail = `unitCost is ${price.unitCost}. Use a decimal of zero or more, such as 0.0000025.`;
    faults.push({ pointer: "/unitCost", code: "below_minimum", detail });
  }
  return faults;
}

function metricFaults({ metricId }: CostPriceRow, metric: MetricRow | undefined): Fault[] {
  const pointer = "/metricId";
  if (metric === undefined) {
    return [{ pointer, code: "unknown_metric", detail: `There is no metric ${JSON.stringify(metricId)}.` }];
  }
  const method = metric.aggregation.method;
  if (isCostable({ method } as Parameters<typeof isCostable>[0])) return [];
  const detail =
    `The metric ${metricId} has the method ${method}, so a single event has no quantity of its own. ` +
    "Use a metric with the method count or sum, or send a cost with each event.";
  return [{ pointer, code: "wrong_method", detail }];
}

/** The fault of an end that is not after the beginning. */
export function endFaults({ validFrom, validUntil }: Pick<CostPriceRow, "validFrom" | "validUntil">): Fault[] {
  if (validUntil === null || validUntil > validFrom) return [];
  const detail = `validUntil must be later than validFrom, which is ${validFrom}.`;
  return [{ pointer: "/validUntil", code: "not_after_start", detail }];
}
