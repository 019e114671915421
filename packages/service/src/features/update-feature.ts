import { findFeature, updateFeature as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { featureFaults } from "./check-feature.ts";
import type { Feature, FeatureInput } from "./feature.ts";
import { requireUnchanged } from "../precondition.ts";

/** Changes the name of a feature, or what measures it. A change applies from then on, also to current periods. */
export function updateFeature(context: Context, idOrKey: string, input: FeatureInput): Promise<Feature> {
  return transact(context, async (work) => {
    const before = await findFeature(work.tx, idOrKey, "for no key update");
    if (before === undefined) throw notFound("feature", idOrKey);
    await requireUnchanged(work, () => before);
    const after = { ...before, ...input, updatedAt: work.clock.now() };
    refuseFaults(await featureFaults(work.tx, after));
    await save(work.tx, after);
    await audit(work, { action: "feature.updated", objectId: before.id, before, after });
    return after;
  });
}
