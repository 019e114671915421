import { findBundlePriceIds, findPrices, type PriceGroup } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/fault.ts";
import { makePrice } from "../prices/make-price.ts";
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

/** A price that a version would sell, and the member that names it. */
export interface PlacedPrice {
  readonly id: string;
  readonly pointer: string;
}

/**
 * The price groups of a version as they will be stored: a bundle's prices are taken where none are named, new prices are
 * made on the spot. Refuses prices that do not exist, repeat, or are in another currency than the given one (null: not
 * known, because who buys is not).
 */
export async function resolvePriceGroups(
  work: Work,
  inputs: readonly PlacedGroup[],
  currency: string | null,
): Promise<ResolvedGroups> {
  const groups: PriceGroup[] = [];
  const faults: Fault[] = [];
  const sold: PlacedPrice[] = [];
  for (const input of inputs) {
    const { name = null, description = null, bundleId = null, priceIds, newPrices = [], pointer } = input;
    const made = await makeNewPrices(work, newPrices, currency, pointer, faults);
    const bundled = bundleId === null ? [] : await bundlePrices(work, bundleId, pointer, faults);
    const isImplicit = priceIds === undefined && newPrices.length === 0;
    const present: PlacedPrice[] = isImplicit
      ? bundled.map((id) => ({ id, pointer: `${pointer}/bundleId` }))
      : (priceIds ?? []).map((id, index) => ({ id, pointer: `${pointer}/${input.priceIdsMember}/${index}` }));
    const prices = [...present, ...made];
    sold.push(...prices);
    groups.push({ name, description, bundleId, priceIds: prices.map(({ id }) => id) });
  }
  faults.push(...(await soldPriceFaults(work, sold, currency)));
  return { groups, faults };
}

async function makeNewPrices(
  work: Work,
  inputs: NonNullable<PriceGroupInput["newPrices"]>,
  currency: string | null,
  pointer: string,
  faults: Fault[],
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

async function bundlePrices(work: Work, bundleId: string, pointer: string, faults: Fault[]): Promise<string[]> {
  const priceIds = await findBundlePriceIds(work.tx, bundleId);
  if (priceIds === undefined) {
    const detail = `There is no bundle ${JSON.stringify(bundleId)}.`;
    faults.push({ pointer: `${pointer}/bundleId`, code: "unknown_bundle", detail });
  }
  return priceIds ?? [];
}

/** What is wrong with the prices of a version: unknown, sold twice, or in another currency. */
export async function soldPriceFaults(
  work: Work,
  sold: readonly PlacedPrice[],
  currency: string | null,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const prices = await findPrices(
    work.tx,
    sold.map(({ id }) => id),
  );
  const known = new Map(prices.map((price) => [price.id, price]));
  const seen = new Set<string>();
  for (const { id, pointer } of sold) {
    const price = known.get(id);
    if (price === undefined) {
      faults.push({ pointer, code: "unknown_price", detail: `There is no price ${JSON.stringify(id)}.` });
      continue;
    }
    if (seen.has(id)) faults.push({ pointer, code: "repeated_price", detail: `The price ${id} is sold twice.` });
    seen.add(id);
    if (currency !== null && price.currency !== currency) {
      const detail = `The price ${id} is in ${price.currency}, the subscription in ${currency}.`;
      faults.push({ pointer, code: "other_currency", detail });
    }
  }
  return faults;
}
