import { readFileSync } from "node:fs";
import { type ModelCatalog, readModelCatalog } from "@counterfoil/engine";
import type { MemoryOf } from "../database/memory.ts";

/** The folder of the catalog and its license, which belong together in the npm package too. */
const FOLDER = new URL("../../model-prices/", import.meta.url);

/** The prices of models of this release (R-AI-1). `npm run generate` writes the file from the open data set. */
export const BUILT_IN_CATALOG: MemoryOf<ModelCatalog> = {
  begin: () => readModelCatalog(readFileSync(new URL("catalog.gen.json", FOLDER), "utf8"), "built-in"),
};
