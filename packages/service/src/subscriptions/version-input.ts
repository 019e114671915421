import type { EntitlementInput } from "../entitlements/index.ts";
import type { PriceInput } from "../prices/index.ts";
import { type PlacedGroup, placedGroups } from "./resolve-price-groups.ts";
import type { AdjustmentsInput } from "./version-adjustments.ts";
import type { PriceGroupInput } from "./subscription-input.ts";

interface PricesInput {
  existingPriceIds?: string[];
  newPrices?: PriceInput[];
}

type BundleInput = PricesInput & Pick<PriceGroupInput, "name" | "description" | "bundleId">;

/** A version in a request: price groups, or the described service's form of prices and bundles (R-API-10). */
export interface VersionInput extends AdjustmentsInput {
  changeDescription?: string | null;
  /** An instant or a local day. A draft needs none until it is published. */
  startDate?: string | null;
  priceGroups?: PriceGroupInput[];
  /** Defaults to those of the previous version. */
  entitlements?: EntitlementInput[];
  /** False rejects a start in the middle of a monthly period. */
  isMidCycle?: boolean;
  prices?: PricesInput;
  priceBundles?: BundleInput[];
}

/** Both forms as price groups, each with its pointer; undefined if the caller names no prices. */
export function groupsOf(input: VersionInput): PlacedGroup[] | undefined {
  const { priceGroups, prices, priceBundles } = input;
  if (priceGroups === undefined && prices === undefined && priceBundles === undefined) return undefined;
  return [
    ...placedGroups(priceGroups ?? []),
    ...(prices === undefined ? [] : [describedGroup(prices, "/prices")]),
    ...(priceBundles ?? []).map((bundle, index) => describedGroup(bundle, `/priceBundles/${index}`)),
  ];
}

function describedGroup({ existingPriceIds, ...group }: BundleInput, pointer: string): PlacedGroup {
  return {
    ...group,
    ...(existingPriceIds && { priceIds: existingPriceIds }),
    pointer,
    priceIdsMember: "existingPriceIds",
  };
}
