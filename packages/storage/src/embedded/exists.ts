import { stat } from "node:fs/promises";

/** True when there is something at this path and we may know it. */
export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
