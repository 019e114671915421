// Builds what is published into dist, or the folder that is named: compiled modules with their types, a manifest of their own, the README and the licence. Inside
// the repository nothing is built; there the sources are imported as they are.
//
//     npm run build --workspace packages/sdk && npm publish ./packages/sdk/dist
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const folder = process.argv[2] ?? here("dist");
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const compiler = here("../../node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "--project", here("tsconfig.build.json"), "--outDir", folder], {
  stdio: "inherit",
});

const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
  await readFile(here("package.json"), "utf8"),
);
const entry = (file) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
const manifest = {
  name,
  version,
  description,
  license,
  type,
  sideEffects,
  engines,
  exports: { ".": entry("index"), "./node": entry("node") },
};
await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(here("README.md"), join(folder, "README.md"));
await copyFile(here("../../LICENSE"), join(folder, "LICENSE"));
