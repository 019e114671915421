import { findBundle, updateBundle as saveBundle } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type Bundle, type BundleInput, toBundle } from "./bundle.ts";
import { resolveBundlePrices } from "./resolve-bundle-prices.ts";
import { requireUnchanged } from "../precondition.ts";

/**
 * Changes the given members of a bundle. Its prices are replaced as a whole. What is already sold from it stays sold.
 */
export function updateBundle(context: Context, id: string, input: BundleInput): Promise<Bundle> {
  return transact(context, async (work) => {
    const before = await findBundle(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("price bundle", id);
    await requireUnchanged(work, () => toBundle(work.tx, before));
    const resolved = await resolveBundlePrices(work, input, before.priceIds);
    refuseFaults(resolved?.faults ?? []);
    const { name = before.name, description = before.description } = input;
    const priceIds = resolved?.priceIds ?? before.priceIds;
    const after = { ...before, name, description, priceIds, updatedAt: work.clock.now() };
    await saveBundle(work.tx, after);
    await audit(work, { action: "bundle.updated", objectId: id, before, after });
    return toBundle(work.tx, after);
  });
}
