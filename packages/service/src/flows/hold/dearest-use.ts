import { type AggregationMethod, Decimal, rememberedWith } from "@counterfoil/engine";
import type { PriceWithProduct } from "@counterfoil/storage";
import type { LoadedContract } from "../../contracts/index.ts";
import type { RunningUse } from "./running-use.ts";

/** Models with which the next unit can make all others cheaper. An expression can be anything. */
const FALLING: ReadonlySet<string> = new Set(["tiered", "tiered_percentage", "prepaid_tiered", "expression"]);
/** Methods with which another event of a hold never lowers the quantity: its values are not negative. */
const GROWING: ReadonlySet<AggregationMethod> = new Set(["count", "sum", "max", "count_unique", "weighted_sum"]);

/** The names of events of which one more can make usage cheaper. */
export const namesOfSaving = rememberedWith(
  (contracts: readonly Pick<LoadedContract, "prices">[]): ReadonlySet<string> =>
    new Set(
      contracts.flatMap(({ prices }) =>
        [...prices.values()].filter(canFall).flatMap(({ metrics }) => metrics.map(({ eventName }) => eventName)),
      ),
    ),
);

function canFall({ type, metrics }: PriceWithProduct): boolean {
  return FALLING.has(type) || metrics.some(({ aggregation }) => !GROWING.has(aggregation.method));
}

/**
 * The usage with holds of which some would make it cheaper. What they save is not there before they are settled, so it lends nothing to
 * others: holds count in turn, except those that would lower what usage costs or what counts toward a limit. Which of them do can depend on
 * the order, so the dearer of both directions is the result.
 *
 * @param useOf the usage with some of the holds
 */
export async function dearestUse<Hold>(
  holds: readonly Hold[],
  useOf: (counted: readonly Hold[]) => Promise<RunningUse>,
): Promise<RunningUse> {
  const [first, last] = [await useInTurn(holds, useOf), await useInTurn(holds.toReversed(), useOf)];
  return isLower(first, last) ? last : first;
}

async function useInTurn<Hold>(
  holds: readonly Hold[],
  useOf: (counted: readonly Hold[]) => Promise<RunningUse>,
): Promise<RunningUse> {
  let counted: readonly Hold[] = [];
  let use = await useOf(counted);
  for (const hold of holds) {
    const more = await useOf([...counted, hold]);
    if (isLower(more, use)) continue;
    counted = [...counted, hold];
    use = more;
  }
  return use;
}

/** Whether a use costs less than another one in some currency, or less of it counts toward some limit. */
function isLower(use: RunningUse, other: RunningUse): boolean {
  return [
    [use.total, other.total],
    [use.spent, other.spent],
  ].some(([own, others]) =>
    [...(others ?? [])].some(([key, amount]) => (own?.get(key) ?? Decimal.zero).compare(amount) < 0),
  );
}
