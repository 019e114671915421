import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";

/** Files outside the workspaces that name the version, each with a pattern that finds it. */
const PLACES = [
  { path: "package.json", pattern: /(?<=^ {2}"version": ")[^"]+/m },
  { path: "deploy/helm/counterfoil/Chart.yaml", pattern: /(?<=^version: )\S+/m },
  { path: "deploy/helm/counterfoil/Chart.yaml", pattern: /(?<=^appVersion: )\S+/m },
  { path: "Dockerfile", pattern: /(?<=^ARG VERSION=)\S+/m },
  { path: "clients/python/pyproject.toml", pattern: /(?<=^version = ")[^"]+/m },
];

/**
 * Every place that names the version.
 * @returns {Promise<{ path: string, version: string | undefined }[]>}
 */
export async function versionPlaces() {
  const names = await readdir(join(root, "packages"));
  const workspaces = names.map((name) => ({ path: `packages/${name}/package.json`, pattern: PLACES[0].pattern }));
  return Promise.all(
    [...PLACES, ...workspaces].map(async ({ path, pattern }) => ({
      path,
      version: pattern.exec(await readFile(join(root, path), "utf8"))?.[0],
    })),
  );
}

/**
 * Sets the version in the files outside the workspaces. Changesets sets that of the workspaces.
 * @param {string} version
 */
export async function setVersion(version) {
  for (const { path, pattern } of PLACES) {
    const text = await readFile(join(root, path), "utf8");
    await writeFile(join(root, path), text.replace(pattern, version));
  }
}
