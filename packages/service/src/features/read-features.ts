import { findFeature, listFeatures as listRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import type { Feature } from "./feature.ts";

/** By its ID or its key. */
export function getFeature(context: Context, idOrKey: string): Promise<Feature> {
  return read(context, async (tx) => {
    const feature = await findFeature(tx, idOrKey);
    if (feature === undefined) throw notFound("feature", idOrKey);
    return feature;
  });
}

export function listFeatures(context: Context, query: ListQuery): Promise<ListPage<Feature>> {
  return read(context, (tx) => listRows(tx, query));
}
