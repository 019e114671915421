import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { npm } from "../bootstrap/npm.mjs";
import { Refusal } from "../bootstrap/refusal.mjs";
import { root } from "../bootstrap/root.mjs";
import { workspaces } from "../package/manifest.mjs";

/** The workspaces whose dependencies are in the package, as dependencies or bundled: the dashboard's are bundled. */
const contents = [...workspaces, "dashboard"];
const require = createRequire(import.meta.url);

/**
 * The CycloneDX bill of materials of the package `counterfoil`, for all platforms, with the versions of
 * package-lock.json. npm makes it from a manifest of what the package contains. With the manifest of the repository, it
 * would list the tools of developers too.
 * @param {string} version
 * @returns {Promise<string>} JSON
 */
export async function billOfMaterials(version) {
  const temporary = await mkdtemp(join(tmpdir(), "counterfoil-sbom-"));
  // npm names the bill after the folder.
  const folder = join(temporary, "counterfoil");
  try {
    await mkdir(folder);
    const { license, description } = await readManifest("package.json");
    const dependencies = await collect("dependencies");
    const optionalDependencies = await collect("optionalDependencies");
    const manifest = { name: "counterfoil", version, description, license, dependencies, optionalDependencies };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await copyFile(join(root, "package-lock.json"), join(folder, "package-lock.json"));
    await run(["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder]);
    const form = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
    return await run(["sbom", "--package-lock-only", "--loglevel", "error", ...form, "--prefix", folder]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Why a bill is not valid by the schema of CycloneDX; empty if it is valid.
 * @param {string} text
 * @returns {Promise<string[]>}
 */
export async function faultsOfBill(text) {
  const { Ajv } = require("ajv");
  const schemas = join(dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json")), "res/schema");
  const read = async (name) => JSON.parse(await readFile(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));
  const bill = JSON.parse(text);
  // Formats such as that of a URL are not checked. The rest is, including unknown members.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ["spdx", "jsf-0.82"]) {
    ajv.addSchema(await read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const isValid = ajv.compile(await read(`bom-${bill.specVersion}`));
  if (isValid(bill)) return [];
  return isValid.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** @param {"dependencies" | "optionalDependencies"} kind */
async function collect(kind) {
  const all = await Promise.all(
    contents.map(async (name) => Object.entries((await readManifest(`packages/${name}/package.json`))[kind] ?? {})),
  );
  return Object.fromEntries(all.flat().filter(([name]) => !name.startsWith("@counterfoil/")));
}

async function readManifest(path) {
  return JSON.parse(await readFile(join(root, path), "utf8"));
}

async function run(words) {
  const { code, output } = await npm(words);
  if (code !== 0) throw new Refusal(`npm ${words[0]} failed:\n${output.trim()}`);
  return output;
}
