import { readFileSync } from "node:fs";
import { type ModelCatalog, readModelCatalog } from "@counterfoil/engine";
import type { MemoryOf } from "../database/memory.ts";

/** The prices of models of this release (R-AI-1). `npm run generate` writes the file from the open data set. */
export const BUILT_IN_CATALOG: MemoryOf<ModelCatalog> = {
  begin: () =>
    readModelCatalog(readFileSync(new URL("../../model-prices/catalog.gen.json", import.meta.url), "utf8"), "built-in"),
};
