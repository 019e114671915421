import { findBundle, findPrices, type PriceGroup } from "@counterfoil/storage";
import { archivedBundle } from "../bundles/index.ts";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { makePrice } from "../prices/index.ts";
import { checkSoldPrices, type PlacedPrice } from "./check-sold-prices.ts";
import type { PriceGroupInput } from "./subscription-input.ts";

/** A group in a request, with its pointer for faults. */
export interface PlacedGroup extends PriceGroupInput {
  readonly pointer: string;
  /** The member of the request that lists existing prices. */
  readonly priceIdsMember: string;
}

/** The `priceGroups` of a request. */
export function placedGroups(groups: readonly PriceGroupInput[]): PlacedGroup[] {
  return groups.map((group, index) => ({
    ...group,
    pointer: `/priceGroups/${index}`,
    priceIdsMember: "priceIds",
  }));
}

/** The subscription that sells the prices, and the currency of its prices. */
interface SoldTo {
  readonly subscriptionId: string;
  readonly currency: string | null;
}

export interface ResolvedGroups {
  readonly groups: PriceGroup[];
  readonly faults: Fault[];
}

/**
 * The price groups of a version in their stored form: without named prices, the bundle's prices are used, and new
 * prices are created for the subscription. Rejects prices that do not exist, repeat, are archived, or are in another
 * currency than that of the subscription (null: unknown, because the buyer is).
 *
 * @param present the prices sold before: they may have been archived since, and can still be sold
 */
export async function resolvePriceGroups(
  work: Work,
  inputs: readonly PlacedGroup[],
  { currency, subscriptionId }: SoldTo,
  present: readonly PriceGroup[] = [],
): Promise<ResolvedGroups> {
  const groups: PriceGroup[] = [];
  const faults: Fault[] = [];
  const sold: PlacedPrice[] = [];
  for (const input of inputs) {
    const { name = null, description = null, bundleId = null, priceIds, newPrices = [], pointer } = input;
    const made = await makeNewPrices(work, newPrices, { currency, subscriptionId, pointer, faults });
    const bundled = bundleId === null ? [] : await bundlePrices(work, bundleId, { present, pointer, faults });
    const isImplicit = priceIds === undefined && newPrices.length === 0;
    const existing: PlacedPrice[] = isImplicit
      ? bundled.map((id) => ({ id, pointer: `${pointer}/bundleId`, soldBy: `The price bundle ${bundleId}` }))
      : (priceIds ?? []).map((id, index) => ({ id, pointer: `${pointer}/${input.priceIdsMember}/${index}` }));
    const prices = [...existing, ...made];
    sold.push(...prices);
    groups.push({ name, description, bundleId, priceIds: prices.map(({ id }) => id) });
  }
  const soldBefore = present.flatMap((group) => group.priceIds);
  faults.push(...(await soldPriceFaults(work, sold, currency, soldBefore)));
  return { groups, faults };
}

interface NewPricesPlace extends SoldTo {
  readonly pointer: string;
  readonly faults: Fault[];
}

async function makeNewPrices(
  work: Work,
  inputs: NonNullable<PriceGroupInput["newPrices"]>,
  { currency, subscriptionId, pointer, faults }: NewPricesPlace,
): Promise<PlacedPrice[]> {
  const made: PlacedPrice[] = [];
  for (const [index, input] of inputs.entries()) {
    const at = `${pointer}/newPrices/${index}`;
    const outcome = await makePrice(work, { ...(currency && { currency }), ...input }, at, subscriptionId);
    if (outcome.kind === "made") made.push({ id: outcome.price.id, pointer: at });
    else faults.push(...outcome.faults);
  }
  return made;
}

interface BundlePlace {
  readonly present: readonly PriceGroup[];
  readonly pointer: string;
  readonly faults: Fault[];
}

async function bundlePrices(
  work: Work,
  bundleId: string,
  { present, pointer, faults }: BundlePlace,
): Promise<string[]> {
  const bundle = await findBundle(work.tx, bundleId);
  if (bundle === undefined) {
    const detail = `There is no price bundle ${JSON.stringify(bundleId)}.`;
    faults.push({ pointer: `${pointer}/bundleId`, code: "unknown_bundle", detail });
  }
  const isPresent = present.some((group) => group.bundleId === bundleId);
  if (bundle !== undefined && bundle.archivedAt !== null && !isPresent) {
    faults.push(archivedBundle(bundleId, `${pointer}/bundleId`));
  }
  return bundle?.priceIds ?? [];
}

/** The faults of a version's prices: unknown, sold twice, in another currency, or archived and not sold before. */
export async function soldPriceFaults(
  work: Work,
  sold: readonly PlacedPrice[],
  currency: string | null,
  present: readonly string[],
): Promise<Fault[]> {
  const prices = await findPrices(
    work.tx,
    sold.map(({ id }) => id),
  );
  return checkSoldPrices(sold, prices, currency, present);
}
