// Makes the files of a release in build/release: `npm run release:prepare`. With --tag v0.2.0 it refuses what must not be
// published: another version somewhere, or an undated section of the changelog.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { npm } from "../bootstrap/npm.mjs";
import { Refusal } from "../bootstrap/refusal.mjs";
import { root } from "../bootstrap/root.mjs";
import { billOfMaterials, faultsOfBill } from "./bill-of-materials.mjs";
import { notesOf, sectionOf } from "./changelog.mjs";
import { versionPlaces } from "./versions.mjs";

const folder = join(root, "build/release");
const { values } = parseArgs({ options: { tag: { type: "string" } } });

try {
  const version = await oneVersion();
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  refuseTag(version, sectionOf(changelog, version).isReleased);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await packPackages();
  await packChart(version);
  const bill = await billOfMaterials(version);
  const faults = await faultsOfBill(bill);
  if (faults.length > 0) throw new Refusal(`The bill of materials is not valid:\n${faults.slice(0, 10).join("\n")}`);
  await writeFile(join(folder, `counterfoil-${version}.cdx.json`), bill);
  await writeSums();
  await tellMissingResults(version);
  // The notes are the text of the release, and no file of it.
  await writeFile(
    join(root, "build/release-notes.md"),
    notesOf(changelog, version, process.env.COUNTERFOIL_REPOSITORY),
  );
  console.log(`${version} in build/release, and its notes in build/release-notes.md:`);
  console.log(await readFile(join(folder, "SHA256SUMS"), "utf8"));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function oneVersion() {
  const places = await versionPlaces();
  const versions = new Set(places.map(({ version }) => version));
  const [version] = versions;
  if (versions.size === 1 && version !== undefined) return version;
  const list = places.map(({ path, version: own }) => `  ${own ?? "none"}  ${path}`).join("\n");
  throw new Refusal(`These places name different versions. Run "npm run release:version".\n${list}`);
}

function refuseTag(version, isReleased) {
  const { tag } = values;
  if (tag === undefined) return;
  if (tag !== `v${version}`) throw new Refusal(`The tag is ${tag}, but the version is ${version}.`);
  if (!isReleased) throw new Refusal(`CHANGELOG.md has no date for ${version}. Run "npm run release:version" first.`);
}

async function packPackages() {
  const path = execFileSync(process.execPath, [join(root, "scripts/package.mjs")], { encoding: "utf8" }).trim();
  await rename(path, join(folder, basename(path)));
  const { code, output } = await npm(["pack", "--workspace", "packages/sdk", "--pack-destination", folder, "--silent"]);
  if (code !== 0) throw new Refusal(`${output.trim()}\n\nPacking the client failed.`);
}

/** Named apart from the package, which has the same name and version. */
async function packChart(version) {
  const path = join(folder, "chart");
  try {
    execFileSync("helm", ["package", join(root, "deploy/helm/counterfoil"), "--destination", path], { stdio: "pipe" });
  } catch (error) {
    if (values.tag !== undefined || error.code !== "ENOENT") throw error;
    console.error("helm is not installed, so the chart is left out.");
    return;
  }
  await rename(join(path, `counterfoil-${version}.tgz`), join(folder, `counterfoil-chart-${version}.tgz`));
  await rm(path, { recursive: true });
}

/** Results take hours on a quiet machine, so a release is not refused without them. */
async function tellMissingResults(version) {
  const path = join(root, "bench/results/releases", `${version}.json`);
  if (version.includes("-") || existsSync(path)) return;
  console.error(
    `bench/results/releases has no ${version}.json. "npm run release:results" keeps the benchmarks' results.`,
  );
}

/** In the format that `sha256sum --check` reads. */
async function writeSums() {
  const names = await readdir(folder);
  const lines = await Promise.all(
    names.toSorted().map(async (name) => {
      const hash = createHash("sha256").update(await readFile(join(folder, name)));
      return `${hash.digest("hex")}  ${name}\n`;
    }),
  );
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
}
