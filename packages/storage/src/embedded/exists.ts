import { stat } from "node:fs/promises";

/** True if something exists at this path and this process may see it. */
export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
