import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the repository: its path from the root, with slashes, and its text. */
export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * The files of the repository: tracked files, and new files that are not ignored. Works regardless of who owns the
 * checkout.
 */
export function readRepository(wanted: (path: string) => boolean): RepositoryFile[] {
  const list = execFileSync(
    "git",
    ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  return [...new Set(list.split("\0"))]
    .filter((path) => path !== "" && wanted(path) && isFile(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** A tracked file may be deleted from the folder but not from the index. */
function isFile(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Source of a package, without generated files. */
export function isPackageSource(path: string): boolean {
  return /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !path.endsWith(".gen.ts");
}
