// Keeps the results of the benchmarks as those of this version, and draws them over all releases: `npm run release:results`,
// after `npm run bench -- all`. docs/releasing.md describes when.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../bootstrap/root.mjs";

const { keepResults } = await import(pathToFileURL(join(root, "bench/all/keep-results.ts")).href);
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

try {
  const path = await keepResults(join(root, "bench/results"), version);
  console.log(`Kept as ${relative(root, path)}. Commit it with bench/results/README.md and bench/results/pictures.`);
} catch (error) {
  if (error?.name !== "CannotRun") throw error;
  console.error(error.message);
  process.exitCode = 1;
}
