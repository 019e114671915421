import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The shell blocks that a reader of a document in `docs/` would paste, one after the other. */
export async function shellBlocks(document: string): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, "../../../../docs", document), "utf8");
  return [...text.matchAll(/^```sh(?: runnable)?\n([^]*?)^```$/gm)].map((match) => match[1] ?? "");
}
