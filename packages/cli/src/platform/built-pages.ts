import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));

/** Where the dashboard was built (`npm start` does it when its sources changed); null where nobody did. */
export async function builtPages(): Promise<string | null> {
  return access(join(folder, "index.html")).then(
    () => folder,
    () => null,
  );
}
