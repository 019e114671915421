import { findBundles, type PriceGroup, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { archivedBundle } from "../bundles/index.ts";
import type { PlanPriceGroupInput } from "./plan.ts";

export interface ResolvedPlanGroups {
  readonly groups: PriceGroup[];
  readonly faults: readonly Fault[];
}

/** The price groups of a plan in their stored form: name, description and prices default to those of the bundle. */
export async function resolvePlanGroups(
  tx: Tx,
  inputs: readonly PlanPriceGroupInput[],
  present: readonly PriceGroup[],
): Promise<ResolvedPlanGroups> {
  const bundles = await findBundles(
    tx,
    inputs.flatMap((input) => input.bundleId ?? []),
  );
  const bundleOf = new Map(bundles.map((bundle) => [bundle.id, bundle]));
  const faults: Fault[] = [];
  const groups = inputs.map((input, index): PriceGroup => {
    const { bundleId = null } = input;
    const bundle = bundleId === null ? undefined : bundleOf.get(bundleId);
    if (bundleId !== null && bundle === undefined) {
      const detail = `There is no price bundle ${JSON.stringify(bundleId)}.`;
      faults.push({ pointer: `/priceGroups/${index}/bundleId`, code: "unknown_bundle", detail });
    }
    const isPresent = present.some((group) => group.bundleId === bundleId);
    if (bundle !== undefined && bundle.archivedAt !== null && !isPresent) {
      faults.push(archivedBundle(bundle.id, `/priceGroups/${index}/bundleId`));
    }
    const { name = bundle?.name ?? null, description = bundle?.description ?? null } = input;
    return { name, description, bundleId, priceIds: input.priceIds ?? bundle?.priceIds ?? [] };
  });
  return { groups, faults };
}
