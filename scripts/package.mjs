// Builds the npm package `counterfoil` and packs it: `npm run build:package`. Prints the path of the tarball.
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "./bootstrap/npm.mjs";
import { Refusal } from "./bootstrap/refusal.mjs";
import { root } from "./bootstrap/root.mjs";
import { buildSite } from "./bootstrap/site.mjs";
import { bundlePackage } from "./package/bundle.mjs";
import { packageManifest } from "./package/manifest.mjs";

const folder = join(root, "build/package");

try {
  await buildSite(process.execPath);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "bin"), { recursive: true });
  const imported = await bundlePackage(join(folder, "dist"));
  const manifest = await packageManifest(imported);
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, "scripts/package/counterfoil.mjs"), join(folder, "bin/counterfoil.mjs"));
  await cp(join(root, "scripts/package/README.md"), join(folder, "README.md"));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { code, output } = await npm(["pack", folder, "--pack-destination", join(root, "build"), "--silent"]);
  if (code !== 0) throw new Refusal(`${output.trim()}\n\nPacking failed.`);
  console.log(join(root, "build", `${manifest.name}-${manifest.version}.tgz`));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
