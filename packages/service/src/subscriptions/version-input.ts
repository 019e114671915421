import type { PriceInput } from "../prices/price-input.ts";
import type { PriceGroupInput } from "./subscription-input.ts";

interface PricesInput {
  existingPriceIds?: string[];
  newPrices?: PriceInput[];
}

/** A version as it is written: price groups, or the described service's form of prices and bundles (R-API-10). */
export interface VersionInput {
  changeDescription?: string | null;
  /** An instant or a local day; a draft may be without one until it is published. */
  startDate?: string | null;
  priceGroups?: PriceGroupInput[];
  /** False refuses a start in the middle of a monthly period. */
  isMidCycle?: boolean;
  prices?: PricesInput;
  priceBundles?: (PricesInput & { name?: string | null; description?: string | null; bundleId?: string | null })[];
}

/** Both forms as price groups; undefined when the caller names no prices at all. */
export function groupsOf(input: VersionInput): PriceGroupInput[] | undefined {
  const { priceGroups, prices, priceBundles } = input;
  if (priceGroups === undefined && prices === undefined && priceBundles === undefined) return undefined;
  return [
    ...(priceGroups ?? []),
    ...(prices === undefined ? [] : [groupOf(prices)]),
    ...(priceBundles ?? []).map(({ existingPriceIds, newPrices, ...group }) => ({
      ...group,
      ...groupOf({ ...(existingPriceIds && { existingPriceIds }), ...(newPrices && { newPrices }) }),
    })),
  ];
}

function groupOf({ existingPriceIds, newPrices }: PricesInput): PriceGroupInput {
  return { ...(existingPriceIds && { priceIds: existingPriceIds }), ...(newPrices && { newPrices }) };
}
