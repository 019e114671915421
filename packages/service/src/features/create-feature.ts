import { findFeature, insertFeature } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { type Fault, invalid, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { featureFaults } from "./check-feature.ts";
import type { Feature, FeatureCreation } from "./feature.ts";

/** Creates a feature. The organization chooses its key, which never changes. */
export function createFeature(context: Context, input: FeatureCreation): Promise<Feature> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { key, name, type, metricId = null } = input;
    const feature: Feature = { id: work.ids.next("feat"), key, name, type, metricId, createdAt: now, updatedAt: now };
    const taken = (await findFeature(work.tx, key)) === undefined ? [] : [keyTaken(key)];
    refuseFaults([...taken, ...(await featureFaults(work.tx, feature))]);
    // Another request may have taken the key since.
    if (!(await insertFeature(work.tx, feature))) throw invalid([keyTaken(key)]);
    await audit(work, { action: "feature.created", objectId: feature.id, after: feature });
    return feature;
  });
}

function keyTaken(key: string): Fault {
  return {
    pointer: "/key",
    code: "taken",
    detail: `The key ${JSON.stringify(key)} is already used by another feature. Choose another key.`,
  };
}
