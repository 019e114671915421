// Builds the published package into dist, or into the given folder: compiled modules with types, the style sheet, a
// manifest, the README and the license. The repository itself imports the sources and needs no build.
//
//     npm run build --workspace packages/sdk && npm publish ./packages/sdk/dist
//     npm pack --workspace packages/sdk
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestOf } from "./manifest.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const folder = process.argv[2] ?? here("dist");
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const compiler = here("../../node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "--project", here("tsconfig.build.json"), "--outDir", folder], {
  stdio: "inherit",
});

const manifest = manifestOf(JSON.parse(await readFile(here("package.json"), "utf8")), ".");
await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(here("src/react/react.css"), join(folder, "react/react.css"));
await copyFile(here("README.md"), join(folder, "README.md"));
await copyFile(here("../../LICENSE"), join(folder, "LICENSE"));
