import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../../..");

/** A packed package. */
export interface PackedSdk {
  /** The file that `npm publish` would upload. */
  readonly tarball: string;
  /** The paths in it: `package/README.md`. */
  readonly paths: readonly string[];
}

/**
 * Packs the package in a folder, from a copy of its sources: `npm pack` replaces package.json for a moment, and other
 * tests read it. Throws if the copy's own package.json was not restored.
 */
export async function packSdk(folder: string): Promise<PackedSdk> {
  const copy = join(folder, "copy/packages/sdk");
  const isSource = (path: string) => !["dist", "test", "node_modules"].includes(basename(path));
  await cp(join(root, "packages/sdk"), copy, { recursive: true, filter: isSource });
  for (const file of ["LICENSE", "tsconfig.json", "packages/engine/tsconfig.json"]) {
    await cp(join(root, file), join(folder, "copy", file));
  }
  await symlink(join(root, "node_modules"), join(folder, "copy/node_modules"));
  const before = await readFile(join(copy, "package.json"), "utf8");
  await run("npm", ["pack", "--pack-destination", folder], { cwd: copy });
  if ((await readFile(join(copy, "package.json"), "utf8")) !== before) throw new Error("npm pack changed package.json");
  const { version } = JSON.parse(before) as { version: string };
  const tarball = join(folder, `counterfoil-sdk-${version}.tgz`);
  const { stdout } = await run("tar", ["--list", "--file", tarball]);
  return { tarball, paths: stdout.trim().split("\n") };
}

/** Unpacks the package into `node_modules` of the folder, where Node finds it, and returns its own folder. */
export async function installSdk(tarball: string, folder: string): Promise<string> {
  const installed = join(folder, "node_modules/@counterfoil/sdk");
  await mkdir(installed, { recursive: true });
  await run("tar", ["--extract", "--strip-components=1", "--file", tarball, "--directory", installed]);
  return installed;
}
