import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { CatalogFault, type ModelCatalog, readModelCatalog } from "@counterfoil/engine";

const VARIABLE = "COUNTERFOIL_MODEL_PRICES";

/** Reads the operator's prices of models (R-AI-1). Null without COUNTERFOIL_MODEL_PRICES: the built-in ones are used. */
export function readModelPriceConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  refuse: (fault: string) => void,
): ModelCatalog | null {
  const path = environment[VARIABLE] ?? "";
  if (path === "") return null;
  try {
    const text = readFileSync(path, "utf8");
    return readModelCatalog(text, `${basename(path)} sha256:${hashOf(text)}`);
  } catch (error) {
    if (error instanceof CatalogFault) {
      refuse(
        `${VARIABLE} is ${JSON.stringify(path)}, which is not a catalog of model prices: ${error.message}. ` +
          "Use the data.json of https://github.com/pydantic/genai-prices, or a file in its format.",
      );
    } else if (error instanceof Error && "code" in error) {
      refuse(`${VARIABLE} is ${JSON.stringify(path)}, which cannot be read (${String(error.code)}).`);
    } else throw error;
    return null;
  }
}

/** Names the content of a file that names no version. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
