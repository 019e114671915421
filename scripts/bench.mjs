// Runs a benchmark of bench/ by name: `npm run bench -- events`, or all of them: `npm run bench -- all`. Without a name,
// lists them.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./bootstrap/root.mjs";

/** Something is missing on this machine. `bench/all/run-benchmark.ts` knows this code. */
const CANNOT_RUN = 3;
/** Their arguments are words. Those of all others are numbers. */
const WORDED = ["all", "distribution", "profile"];

const folder = join(root, "bench");
const files = await readdir(folder).catch(() => []);
const names = files.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3));
const [name, ...rest] = process.argv.slice(2);
const odd = WORDED.includes(name) ? undefined : rest.find((word) => !(Number(word) > 0) && !word.startsWith("-"));

if (name === undefined || !names.includes(name)) {
  console.error(name === undefined ? "Which benchmark?" : `There is no benchmark "${name}".`);
  for (const known of names) console.error(`  npm run bench -- ${known}`);
  process.exitCode = 2;
} else if (odd !== undefined) {
  console.error(`"${odd}" is not a number above zero. docs/performance.md lists the arguments of each benchmark.`);
  process.exitCode = 2;
} else {
  const script = join(folder, `${name}.ts`);
  process.argv = [process.argv[0], script, ...rest];
  try {
    await import(pathToFileURL(script).href);
  } catch (error) {
    // For a person to read. All other errors are faults, and keep their stack.
    if (error?.name !== "CannotRun") throw error;
    console.error(error.message);
    process.exit(CANNOT_RUN);
  }
}
