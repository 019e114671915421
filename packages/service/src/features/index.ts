export { createFeature } from "./create-feature.ts";
export { getFeature, listFeatures } from "./read-features.ts";
export { updateFeature } from "./update-feature.ts";
