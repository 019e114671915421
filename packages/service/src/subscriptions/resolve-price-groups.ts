import { findBundlePriceIds, findPrices, type PriceGroup } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/fault.ts";
import { makePrice } from "../prices/make-price.ts";
import { unbilledFaults } from "../prices/not-yet-billed.ts";
import type { PriceGroupInput } from "./subscription-input.ts";

export interface ResolvedGroups {
  readonly groups: PriceGroup[];
  readonly faults: Fault[];
}

/**
 * The price groups of a version as they will be stored: a bundle's prices are taken where none are named, new prices are
 * made on the spot. Refuses prices that do not exist, repeat, or are in another currency. `at` is where the groups stand
 * in the body.
 */
export async function resolvePriceGroups(
  work: Work,
  inputs: readonly PriceGroupInput[],
  currency: string,
  at: string,
): Promise<ResolvedGroups> {
  const groups: PriceGroup[] = [];
  const faults: Fault[] = [];
  for (const [index, input] of inputs.entries()) {
    const pointer = `${at}/priceGroups/${index}`;
    const { name = null, description = null, bundleId = null, priceIds, newPrices = [] } = input;
    const made = await makeNewPrices(work, newPrices, currency, pointer, faults);
    const bundled = bundleId === null ? [] : await bundlePrices(work, bundleId, pointer, faults);
    const isImplicit = priceIds === undefined && newPrices.length === 0;
    groups.push({ name, description, bundleId, priceIds: [...(isImplicit ? bundled : (priceIds ?? [])), ...made] });
  }
  faults.push(...(await priceFaults(work, groups, currency, at)));
  return { groups, faults };
}

async function makeNewPrices(
  work: Work,
  inputs: NonNullable<PriceGroupInput["newPrices"]>,
  currency: string,
  pointer: string,
  faults: Fault[],
): Promise<string[]> {
  const made: string[] = [];
  for (const [index, input] of inputs.entries()) {
    const outcome = await makePrice(work, { currency, ...input }, `${pointer}/newPrices/${index}`);
    if (outcome.kind === "made") made.push(outcome.price.id);
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

async function priceFaults(work: Work, groups: readonly PriceGroup[], currency: string, at: string): Promise<Fault[]> {
  const faults: Fault[] = [];
  const prices = await findPrices(
    work.tx,
    groups.flatMap((group) => group.priceIds),
  );
  const known = new Map(prices.map((price) => [price.id, price]));
  const seen = new Set<string>();
  groups.forEach((group, groupIndex) => {
    group.priceIds.forEach((id, index) => {
      const pointer = `${at}/priceGroups/${groupIndex}/priceIds/${index}`;
      const price = known.get(id);
      if (price === undefined) {
        faults.push({ pointer, code: "unknown_price", detail: `There is no price ${JSON.stringify(id)}.` });
        return;
      }
      if (seen.has(id)) faults.push({ pointer, code: "repeated_price", detail: `The price ${id} is sold twice.` });
      seen.add(id);
      if (price.currency !== currency) {
        const detail = `The price ${id} is in ${price.currency}, the subscription in ${currency}.`;
        faults.push({ pointer, code: "other_currency", detail });
      }
      faults.push(...unbilledFaults(price, pointer));
    });
  });
  return faults;
}
