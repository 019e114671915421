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

/** What is supposed to be used in every billing period, by the id of a price or of a metric. */
export interface UsageAssumption {
  quantities?: Record<string, string>;
  /** What one event brings on average; all of a period's usage is one event when left out. */
  quantityPerEvent?: string | null;
}

/**
 * The assumed usage of a slot (nothing where nothing is assumed). A price's own quantity goes before those of its metrics, which
 * are added (R-RATE-4). A part of a period has the part of the quantity that its days are, in as many decimals as it has.
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

/** An event that brings nothing would have to be counted without end. */
export function perEventFaults(quantityPerEvent: string | null = null): Fault[] {
  if (quantityPerEvent === null || Decimal.of(quantityPerEvent).isPositive()) return [];
  return [{ pointer: "/quantityPerEvent", code: "out_of_range", detail: "An event brings more than 0." }];
}

/** Quantities of what the contract does not sell would be left out without a word. */
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
      detail: `Neither a price that the subscription sells nor a metric that one of them counts: ${JSON.stringify(id)}.`,
    })),
  ];
}
