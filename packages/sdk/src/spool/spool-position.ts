import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolPosition } from "./segments.ts";

/** Up to where the server has answered. Null where nothing is known: then all that is kept is sent again, and counts once all the same. */
export async function readPosition(folder: string): Promise<SpoolPosition | null> {
  try {
    const { segment, offset } = JSON.parse(await readFile(positionPath(folder), "utf8")) as SpoolPosition;
    return Number.isSafeInteger(segment) && Number.isSafeInteger(offset) ? { segment, offset } : null;
  } catch {
    return null;
  }
}

/** Takes the place of the old one in one step, so that a process that dies leaves the one or the other. */
export async function writePosition(folder: string, position: SpoolPosition): Promise<void> {
  const path = positionPath(folder);
  await writeFile(`${path}.new`, JSON.stringify(position));
  await rename(`${path}.new`, path);
}

function positionPath(folder: string): string {
  return join(folder, "position.json");
}
