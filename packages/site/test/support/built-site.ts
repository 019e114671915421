import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = join(import.meta.dirname, "../../dist");

/** The paths of the built site's files, such as `invoices/index.html`. */
export function builtFiles(): string[] {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replace(/\.gz$/, ""),
    );
}

export function readBuilt(name: string): string {
  return gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString();
}
