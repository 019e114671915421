import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));

/** The folder of the built dashboard (`npm start` builds it when its sources change); null if it was not built. */
export async function builtPages(): Promise<string | null> {
  return access(join(folder, "index.html")).then(
    () => folder,
    () => null,
  );
}
