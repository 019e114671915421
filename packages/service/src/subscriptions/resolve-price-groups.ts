import { findBundle, findPrices, type PriceGroup } from "@counterfoil/storage";
import { archivedBundle } from "../bundles/index.ts";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { makePrice } from "../prices/index.ts";
import { checkSoldPrices, type PlacedPrice } from "./check-sold-prices.ts";
import type { PriceGroupInput } from "./subscription-input.ts";

/** A group as the caller wrote it, and where it stands in the body: what is wrong with it is named there. */
export interface PlacedGroup extends PriceGroupInput {
  readonly pointer: string;
  /** The member of the body that lists the prices that exist. */
  readonly priceIdsMember: string;
}

/** The `priceGroups` of a body. */
export function placedGroups(groups: readonly PriceGroupInput[]): PlacedGroup[] {
  return groups.map((group, index) => ({
    ...group,
    pointer: `/priceGroups/${index}`,
    priceIdsMember: "priceIds",
  }));
}

export interface ResolvedGroups {
  readonly groups: PriceGroup[];
  readonly faults: Fault[];
}

/**
 * The price groups of a version as they will be stored: a bundle's prices are taken where none are named, new prices are
 * made on the spot. Refuses prices that do not exist, repeat, or are in another currency than the given one (null: not
 * known, because who buys is not), or archived.
 *
 * @param present what is sold before: it may have been archived since, and stays sold
 */
export async function resolvePriceGroups(
  work: Work,
  inputs: readonly PlacedGroup[],
  currency: string | null,
  present: readonly PriceGroup[] = [],
): Promise<ResolvedGroups> {
  const groups: PriceGroup[] = [];
  const faults: Fault[] = [];
  const sold: PlacedPrice[] = [];
  for (const input of inputs) {
    const { name = null, description = null, bundleId = null, priceIds, newPrices = [], pointer } = input;
    const made = await makeNewPrices(work, newPrices, { currency, pointer, faults });
    const bundled = bundleId === null ? [] : await bundlePrices(work, bundleId, { present, pointer, faults });
    const isImplicit = priceIds === undefined && newPrices.length === 0;
    const existing: PlacedPrice[] = isImplicit
      ? bundled.map((id) => ({ id, pointer: `${pointer}/bundleId` }))
      : (priceIds ?? []).map((id, index) => ({ id, pointer: `${pointer}/${input.priceIdsMember}/${index}` }));
    const prices = [...existing, ...made];
    sold.push(...prices);
    groups.push({ name, description, bundleId, priceIds: prices.map(({ id }) => id) });
  }
  const soldBefore = present.flatMap((group) => group.priceIds);
  faults.push(...(await soldPriceFaults(work, sold, currency, soldBefore)));
  return { groups, faults };
}

interface NewPricesPlace {
  readonly currency: string | null;
  readonly pointer: string;
  readonly faults: Fault[];
}

async function makeNewPrices(
  work: Work,
  inputs: NonNullable<PriceGroupInput["newPrices"]>,
  { currency, pointer, faults }: NewPricesPlace,
): Promise<PlacedPrice[]> {
  const made: PlacedPrice[] = [];
  for (const [index, input] of inputs.entries()) {
    const at = `${pointer}/newPrices/${index}`;
    const outcome = await makePrice(work, { ...(currency && { currency }), ...input }, at);
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
    const detail = `There is no bundle ${JSON.stringify(bundleId)}.`;
    faults.push({ pointer: `${pointer}/bundleId`, code: "unknown_bundle", detail });
  }
  const isPresent = present.some((group) => group.bundleId === bundleId);
  if (bundle !== undefined && bundle.archivedAt !== null && !isPresent) {
    faults.push(archivedBundle(bundleId, `${pointer}/bundleId`));
  }
  return bundle?.priceIds ?? [];
}

/** What is wrong with the prices of a version: unknown, sold twice, in another currency, or archived and not sold before. */
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
