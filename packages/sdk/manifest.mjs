// `npm pack` in this folder would pack the repository's manifest, whose exports are sources. So prepack replaces it by
// the published manifest, and postpack restores it. If an earlier pack was killed, prepack restores the original first.
//
//     node manifest.mjs publish | restore
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = here("package.json");
const kept = here(".package.source.json");

/**
 * The published manifest, for modules that are compiled into a folder next to it. The exports are those of the sources:
 * `./src/next.ts` becomes `next.js` with `next.d.ts`, and a style sheet stays one.
 */
export function manifestOf(source, folder) {
  const { name, version, description, license, type, sideEffects, engines, files } = source;
  const { peerDependencies, peerDependenciesMeta } = source;
  const published = (path) => path.replace("./src", folder);
  const entry = (path) =>
    path.endsWith(".css")
      ? published(path)
      : { types: published(path).replace(/\.ts$/, ".d.ts"), default: published(path).replace(/\.ts$/, ".js") };
  const exports = Object.fromEntries(Object.entries(source.exports).map(([subpath, path]) => [subpath, entry(path)]));
  // npm publishes with provenance only if the package names the repository that built it.
  const repository = process.env.COUNTERFOIL_REPOSITORY;
  const peers = { peerDependencies, peerDependenciesMeta };
  const own = { name, version, description, license, repository, type, sideEffects, engines, exports, ...peers };
  return folder === "." ? own : { ...own, files };
}

async function restore() {
  if (existsSync(kept)) await rename(kept, manifest);
  await rm(here("LICENSE"), { force: true });
}

async function publish() {
  await restore();
  await copyFile(manifest, kept);
  const own = manifestOf(JSON.parse(await readFile(manifest, "utf8")), "./dist");
  await writeFile(manifest, `${JSON.stringify(own, null, 2)}\n`);
  await copyFile(here("../../LICENSE"), here("LICENSE"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await (process.argv[2] === "publish" ? publish() : restore());
