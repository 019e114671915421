import {
  assumeUsage,
  advanceInterval,
  arrearsInterval,
  billedPeriodAt,
  type Contract,
  type ContractPrice,
  Decimal,
  daysBetween,
  onlyQuantity,
  type SlotUsage,
  type UsageSlot,
} from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";

/** The assumed usage in every billing period, by price or metric ID. */
export interface UsageAssumption {
  quantities?: Record<string, string>;
  /** The average quantity of one event. By default one event brings the whole usage of a period. */
  quantityPerEvent?: string | null;
}

/**
 * The assumed usage of a slot (zero if nothing is assumed). A price's own quantity takes precedence over those of its
 * metrics, which are added up (R-RATE-4). A part of a period gets a share of the quantity by its days, with the same
 * number of decimals.
 */
export function assumedUsage(
  contract: Contract,
  { quantities = {}, quantityPerEvent = null }: UsageAssumption,
): (slot: UsageSlot) => SlotUsage {
  const known = new Map(Object.entries(quantities).map(([id, quantity]) => [id, Decimal.of(quantity)]));
  const perEvent = quantityPerEvent === null ? null : Decimal.of(quantityPerEvent);
  return (slot) => {
    const { price } = slot;
    const share = (quantity: Decimal) => partOf(contract, slot, quantity);
    const own = known.get(price.id);
    const metrics = price.metricIds.map((id) => [id, share(own ?? known.get(id) ?? Decimal.zero)] as const);
    const quantity = own === undefined ? Decimal.sum(metrics.map(([, measured]) => measured)) : share(own);
    const assumed = { ...onlyQuantity(quantity), quantityPerEvent: perEvent, metrics: Object.fromEntries(metrics) };
    return { total: assumeUsage(price.model, assumed), groups: [] };
  };
}

function partOf(contract: Contract, { price, countsFrom, service }: UsageSlot, quantity: Decimal): Decimal {
  const interval = advanceInterval(price) ?? arrearsInterval(price);
  if (interval === null) return quantity;
  const { whole } = billedPeriodAt(contract, interval, service.start);
  const days = Decimal.ofInteger(daysBetween(countsFrom, service.end));
  const of = Decimal.ofInteger(daysBetween(whole.start, whole.end));
  return quantity.times(days).dividedBy(of, quantity.scale, "half_away_from_zero");
}

/** A quantity of zero per event would need infinitely many events. */
export function perEventFaults(quantityPerEvent: string | null = null): Fault[] {
  if (quantityPerEvent === null || Decimal.of(quantityPerEvent).isPositive()) return [];
  return [{ pointer: "/quantityPerEvent", code: "out_of_range", detail: "quantityPerEvent must be greater than 0." }];
}

/** Reports quantities for prices and metrics that the contract does not sell, instead of ignoring them. */
export function assumptionFaults(
  prices: Iterable<Pick<ContractPrice, "id" | "metricIds">>,
  assumption: UsageAssumption,
): Fault[] {
  const counted = new Set([...prices].flatMap(({ id, metricIds }) => [id, ...metricIds]));
  const strange = Object.keys(assumption.quantities ?? {}).filter((id) => !counted.has(id));
  return [
    ...perEventFaults(assumption.quantityPerEvent),
    ...strange.map((id) => ({
      pointer: `/quantities/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      code: "not_sold",
      detail: `${JSON.stringify(id)} is neither a price of this subscription nor a metric of such a price.`,
    })),
  ];
}
