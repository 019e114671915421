import { insertBundle } from "@counterfoil/storage";
import { claimCatalogKey } from "../catalog-keys/index.ts";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type Bundle, type BundleInput, toBundle } from "./bundle.ts";
import { resolveBundlePrices } from "./resolve-bundle-prices.ts";

/** Creates a bundle of existing or new prices. */
export function createBundle(context: Context, input: BundleInput & { name: string }): Promise<Bundle> {
  return transact(context, async (work) => {
    const resolved = await resolveBundlePrices(work, input);
    refuseFaults(resolved?.faults ?? []);
    const now = work.clock.now();
    const row = {
      id: work.ids.next("bun"),
      name: input.name,
      description: input.description ?? null,
      priceIds: resolved?.priceIds ?? [],
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertBundle(work.tx, row);
    await audit(work, { action: "bundle.created", objectId: row.id, after: row });
    await claimCatalogKey(work, "bundle", row.id);
    return toBundle(work.tx, row);
  });
}
