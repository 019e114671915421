import type { PriceGroup } from "@counterfoil/storage";

/** The group with this name, the first group if no name is given, or a new group. */
export function groupNamed(groups: PriceGroup[], name: string | undefined): PriceGroup {
  const present = name === undefined ? groups[0] : groups.find((group) => group.name === name);
  if (present !== undefined) return present;
  const added: PriceGroup = { name: name ?? null, description: null, bundleId: null, priceIds: [] };
  groups.push(added);
  return added;
}
