import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotRun } from "../platform/cannot-run.ts";
import { compareVersions, readReleases, readResults, withoutResults } from "./results.ts";
import { writePage } from "./write-page.ts";

/**
 * Keeps the results of the last full run as those of a version, `releases/<version>.json` in the folder, and draws the page
 * again. What the benchmarks printed is not kept. Returns the file's path.
 *
 * @throws CannotRun if the results are not those of all benchmarks of this version
 */
export async function keepResults(folder: string, version: string): Promise<string> {
  const results = await readResults(folder);
  if (results === undefined) {
    throw new CannotRun(
      `There is no ${join(folder, "results.json")}. Run "npm run bench -- all" first, on a quiet machine.`,
    );
  }
  if (results.isShort) throw new CannotRun('These results are of the short form. Run "npm run bench -- all" first.');
  if (results.version !== version) {
    throw new CannotRun(
      `These results are of ${results.version}, and the version is ${version}. Run "npm run bench -- all" again.`,
    );
  }
  const missing = results.outcomes.filter(({ status }) => status === "failed" || status === "too long");
  if (missing.length > 0) {
    const list = missing.map(({ name, status, reason }) => `  ${name}, ${status}: ${reason}`).join("\n");
    throw new CannotRun(`Some benchmarks have no result. Correct them, and run "npm run bench -- all" again.\n${list}`);
  }
  const absent = withoutResults(results.outcomes);
  if (absent.length > 0) {
    throw new CannotRun(`Results of ${absent.join(", ")} are missing. Run "npm run bench -- all --missing".`);
  }
  const commits = [...new Set(results.outcomes.map(({ commit }) => commit))];
  if (commits.length > 1) {
    throw new CannotRun(`These results are of the commits ${commits.join(", ")}. Run "npm run bench -- all" again.`);
  }
  const releases = join(folder, "releases");
  const later = (await readReleases(releases)).find((each) => compareVersions(each.version, version) > 0);
  if (later !== undefined) throw new CannotRun(`${later.version} has kept results already, and ${version} is older.`);
  await mkdir(releases, { recursive: true });
  const path = join(releases, `${version}.json`);
  const kept = { ...results, outcomes: results.outcomes.map((outcome) => ({ ...outcome, output: "" })) };
  await writeFile(path, `${JSON.stringify(kept, null, 2)}\n`);
  await writePage(folder, releases, results);
  return path;
}
