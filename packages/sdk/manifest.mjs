// `npm pack` in this folder would pack the manifest of the repository, whose exports are sources. While it packs, the manifest is the published one (prepack), and
// then the repository's again (postpack). One that was left behind by a pack that was killed is put back first.
//
//     node manifest.mjs publish | restore
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = here("package.json");
const kept = here(".package.source.json");

/** The manifest that is published, of modules that are compiled into a folder beside it. */
export function manifestOf({ name, version, description, license, type, sideEffects, engines, files }, folder) {
  const entry = (file) => ({ types: `${folder}/${file}.d.ts`, default: `${folder}/${file}.js` });
  const exports = { ".": entry("index"), "./node": entry("node") };
  const own = { name, version, description, license, type, sideEffects, engines, exports };
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
