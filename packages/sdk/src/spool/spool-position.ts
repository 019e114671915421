import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolPosition } from "./segments.ts";

/**
 * The position up to which the server has answered. Null if it is unknown: then everything is sent again, and still
 * counts once.
 */
export async function readPosition(folder: string): Promise<SpoolPosition | null> {
  try {
    const { segment, offset } = JSON.parse(await readFile(positionPath(folder), "utf8")) as SpoolPosition;
    return Number.isSafeInteger(segment) && Number.isSafeInteger(offset) ? { segment, offset } : null;
  } catch {
    return null;
  }
}

/** Replaces the position atomically: if the process dies, the file has the old or the new one. */
export async function writePosition(folder: string, position: SpoolPosition): Promise<void> {
  const path = positionPath(folder);
  await writeFile(`${path}.new`, JSON.stringify(position));
  await rename(`${path}.new`, path);
}

function positionPath(folder: string): string {
  return join(folder, "position.json");
}
