import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../../bootstrap/root.mjs";

const FOLDERS = ["packages", "scenarios", "simulation", "test", "bench"];
const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;

/**
 * The files that import one of these, by how many imports away: 0 for the files themselves, 1 for what imports them. Read from the
 * import statements.
 * @param {string[]} files paths from the root
 * @returns {Map<string, number>}
 */
export function importersOf(files) {
  const importers = readImporters();
  const distances = new Map(files.map((file) => [file, 0]));
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      // Files added here are visited later in this loop, so each gets its shortest distance.
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** For each source file, the files that import it. */
function readImporters() {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of FOLDERS.flatMap((folder) => sourcesIn(join(root, folder)))) {
    const text = readFileSync(file, "utf8");
    for (const [, specifier = ""] of text.matchAll(IMPORT)) {
      const imported = resolveImport(file, specifier);
      if (imported === undefined) continue;
      const path = relative(root, imported);
      const known = importers.get(path);
      if (known === undefined) importers.set(path, [relative(root, file)]);
      else known.push(relative(root, file));
    }
  }
  return importers;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules") return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function resolveImport(file, specifier) {
  if (specifier.startsWith(".")) {
    const path = join(dirname(file), specifier);
    return existsSync(path) ? path : undefined;
  }
  const [, name = "", subpath = ""] = /^@counterfoil\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  return name === "" ? undefined : exportOf(name, subpath);
}

/** @type {Map<string, Record<string, string>>} */
const exportsOf = new Map();

/**
 * @param {string} name of a package
 * @param {string} subpath
 */
function exportOf(name, subpath) {
  const folder = join(root, "packages", name);
  let found = exportsOf.get(name);
  if (found === undefined) {
    const path = join(folder, "package.json");
    const { exports } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
    found = typeof exports === "string" ? { ".": exports } : (exports ?? {});
    exportsOf.set(name, found ?? {});
  }
  const target = found?.[`.${subpath}`];
  return typeof target === "string" ? join(folder, target) : undefined;
}
