import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../bootstrap/refusal.mjs";
import { root } from "../bootstrap/root.mjs";

/** The workspaces whose code the package contains. */
export const workspaces = ["engine", "einvoice", "storage", "documents", "service", "http", "worker", "cli"];
/** Packages whose files are copied. */
const copied = /^@expo-google-fonts\//;
const ours = /^@counterfoil\//;

/**
 * The package's manifest. Its dependencies are those of the workspaces that it contains.
 * @param {ReadonlySet<string>} imported the packages that the bundle imports
 */
export async function packageManifest(imported) {
  const { name, version, description, license } = await readJson("package.json");
  const dependencies = await collect("dependencies");
  const optionalDependencies = await collect("optionalDependencies");
  const undeclared = [...imported].filter((used) => !(used in dependencies));
  if (undeclared.length > 0) throw new Refusal(`No workspace of the package depends on ${undeclared.join(", ")}.`);
  const unused = Object.keys(dependencies).filter((declared) => !imported.has(declared));
  if (unused.length > 0) throw new Refusal(`The package does not import ${unused.join(", ")}. Remove the dependency.`);
  return {
    name,
    version,
    description,
    license,
    // npm publishes with provenance only if the package names the repository that built it.
    repository: process.env.COUNTERFOIL_REPOSITORY,
    type: "module",
    engines: { node: ">=22" },
    bin: { counterfoil: "bin/counterfoil.mjs" },
    files: ["bin", "dist"],
    dependencies,
    optionalDependencies,
  };
}

/** @param {"dependencies" | "optionalDependencies"} kind */
async function collect(kind) {
  /** @type {Map<string, { version: string, workspace: string }>} */
  const found = new Map();
  for (const workspace of workspaces) {
    const declared = Object.entries((await readJson(`packages/${workspace}/package.json`))[kind] ?? {});
    for (const [name, version] of declared.filter(([name]) => !ours.test(name) && !copied.test(name))) {
      const before = found.get(name);
      if (before !== undefined && before.version !== version) {
        throw new Refusal(
          `${before.workspace} depends on ${name} ${before.version}, and ${workspace} on ${version}. Use one version.`,
        );
      }
      found.set(name, { version, workspace });
    }
  }
  return Object.fromEntries(
    [...found].map(([name, { version }]) => [name, version]).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

async function readJson(path) {
  return JSON.parse(await readFile(join(root, path), "utf8"));
}
