import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { makePrice, type NamedPrice, priceListFaults } from "../prices/index.ts";
import type { BundleInput } from "./bundle.ts";

export interface ResolvedPrices {
  readonly priceIds: string[];
  readonly faults: readonly Fault[];
}

/** The prices that a bundle's input names or creates. Undefined if the input names none. All have the same currency. */
export async function resolveBundlePrices(
  work: Work,
  input: BundleInput,
  present: readonly string[] = [],
): Promise<ResolvedPrices | undefined> {
  if (input.priceIds === undefined && input.prices === undefined) return undefined;
  const named: NamedPrice[] = (input.priceIds ?? []).map((id, index) => ({ id, pointer: `/priceIds/${index}` }));
  const faults: Fault[] = [];
  for (const [index, { id, ...body }] of (input.prices ?? []).entries()) {
    const pointer = `/prices/${index}`;
    if (id === undefined) {
      const outcome = await makePrice(work, body, pointer);
      if (outcome.kind === "made") named.push({ id: outcome.price.id, pointer });
      else faults.push(...outcome.faults);
    } else {
      named.push({ id, pointer: `${pointer}/id` });
      faults.push(...surplusFaults(body, pointer));
    }
  }
  faults.push(...(await priceListFaults(work.tx, named, { present })));
  return { priceIds: named.map((price) => price.id), faults };
}

/** A bundle can only name an existing price. Changing a price is a separate request. */
function surplusFaults(body: object, pointer: string): Fault[] {
  return Object.keys(body).map((member) => ({
    pointer: `${pointer}/${member}`,
    code: "not_beside_id",
    detail: "An existing price takes only its id. Remove the other members, or remove the id to create a new price.",
  }));
}
