import { type ContractPrice, type DatePeriod, usagePeriodOf } from "@counterfoil/engine";
import type { UsageSpan } from "@counterfoil/storage";
import type { LoadedContract } from "./load-contracts.ts";
import { instants } from "./schedule.ts";

/**
 * The billing period over which a price's levels (`weighted_sum`) are averaged, even if only a part of it is served
 * (R-MET-1). Nothing if none of its metrics is a level.
 */
export function meanOver(
  { contract, prices }: LoadedContract,
  price: ContractPrice,
  service: DatePeriod,
): { meanOver?: UsageSpan } {
  const metrics = prices.get(price.id)?.metrics ?? [];
  const hasLevel = metrics.some(({ aggregation }) => aggregation.method === "weighted_sum");
  return hasLevel ? { meanOver: instants(contract, usagePeriodOf(contract, price, service)) } : {};
}
