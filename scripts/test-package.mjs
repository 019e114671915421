// Tests the built package instead of the sources: `npm run test:package`. Builds it, installs it in an empty folder, and runs the browser,
// story, command and crash tests on the installed program. File names select tests.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { installPackage } from "../test/package/installed-package.ts";
import { runVitestHere } from "./test/run-shard.mjs";
import { summarize } from "./test/summarize.mjs";

const projects = ["browser", "stories", "database", "proofs"].flatMap((name) => ["--project", name]);
/** Other tests call our code in their own process, so they say nothing about the package. */
const all = ["dashboard/test/browser/", "cli/test/", "http/test/", "sdk/test/", "worker/test/"];
const selected = process.argv.length > 2 ? process.argv.slice(2) : [...all, "scenarios/", "simulation/shipped.test.ts"];

const folder = installPackage();
try {
  process.env.COUNTERFOIL_PROGRAM = join(folder, "node_modules/counterfoil/bin/counterfoil.mjs");
  const outcome = await runVitestHere("the installed package", [...projects, ...selected]);
  const { text, failed } = summarize([outcome], []);
  console.log(text);
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
