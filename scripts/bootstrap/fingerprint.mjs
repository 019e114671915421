import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * A hash of everything that a build reads, and of the packages that it uses.
 * @param {string[]} folders
 * @param {string[]} files
 */
export async function fingerprint(folders, files) {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  for (const folder of folders) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of found.sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  for (const file of files) hash.update(readFileSync(file));
  return `${hash.digest("hex")}\n`;
}
