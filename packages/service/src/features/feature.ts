import type { FeatureRow } from "@counterfoil/storage";

export type Feature = FeatureRow;

/** What a caller writes of a feature. Key and type never change. */
export type FeatureCreation = Pick<Feature, "key" | "name" | "type"> & Partial<Pick<Feature, "metricId">>;
export type FeatureInput = Partial<Pick<Feature, "name" | "metricId">>;
