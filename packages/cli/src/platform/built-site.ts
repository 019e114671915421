import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../site/dist", import.meta.url));

/** The folder of the built documentation site (`npm run build:site`); null if it was not built. */
export async function builtSite(): Promise<string | null> {
  return access(join(folder, "script-hashes.json")).then(
    () => folder,
    () => null,
  );
}
