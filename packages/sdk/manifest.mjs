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

/** The published manifest, for modules that are compiled into a folder next to it. */
export function manifestOf({ name, version, description, license, type, sideEffects, engines, files }, folder) {
  const entry = (file) => ({ types: `${folder}/${file}.d.ts`, default: `${folder}/${file}.js` });
  const exports = { ".": entry("index"), "./catalog": entry("catalog/index"), "./node": entry("node") };
  // npm publishes with provenance only if the package names the repository that built it.
  const repository = process.env.COUNTERFOIL_REPOSITORY;
  const own = { name, version, description, license, repository, type, sideEffects, engines, exports };
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
