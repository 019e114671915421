import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buildOnce } from "./build-once.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { root } from "./root.mjs";

const PARTS = ["cli", "documents", "einvoice", "engine", "http", "sdk", "service", "storage", "worker"];
/** A process loads parts of its build later, so earlier builds are kept. */
const KEPT = 10;
/** Each build has a folder in it. */
export const builds = join(root, "build/program");

/**
 * Bundles the command line with all that it imports, unless it was bundled from these sources. It starts in a third of the
 * time that its more than 2,000 modules take.
 * @param {string} node the pinned one
 * @returns {Promise<string>} the path of the program, below the root
 */
export async function buildProgram(node) {
  const wanted = await sources();
  const folder = join("build/program", wanted.slice(0, 16));
  await buildOnce({
    name: "the program",
    stamp: join(root, folder, ".built-from"),
    sources: async () => wanted,
    command: [node, "scripts/program.mjs", folder],
    folder: root,
    after: removeOldBuilds,
  });
  return join(folder, "main.js");
}

async function sources() {
  const scripts = ["program.mjs", "package/bundle.mjs", "package/source-files.mjs"];
  const manifests = PARTS.map((name) => join(root, "packages", name, "package.json"));
  return await fingerprint(
    PARTS.map((name) => join(root, "packages", name, "src")),
    [...manifests, ...scripts.map((name) => join(root, "scripts", name))],
  );
}

async function removeOldBuilds() {
  const folders = (await readdir(builds)).map((name) => join(builds, name));
  const times = await Promise.all(folders.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })));
  const old = times.sort((one, other) => other.at - one.at).slice(KEPT);
  await Promise.all(old.map(({ folder }) => rm(folder, { recursive: true, force: true })));
}
