// Runs the checks and tests that a change is most likely to break, in under a minute: `npm run test:changed`. Considers
// files that differ from the last commit, or the named ones. `npm test` still decides.
import { availableParallelism } from "node:os";
import { changedFiles } from "./test/changed/changed-files.mjs";
import { importersOf } from "./test/changed/importers.mjs";
import { chooseTests, SECONDS_OF_TESTS } from "./test/changed/choose-tests.mjs";
import { runTool } from "./check/run-tool.mjs";
import { runVitestHere } from "./test/run-shard.mjs";

const files = changedFiles(process.argv.slice(2));
if (files.length === 0) {
  console.error(
    "Nothing differs from the last commit. Name files to test them: npm run test:changed -- packages/engine/src/money.ts",
  );
  process.exit(2);
}
const { chosen, related } = chooseTests(files, importersOf(files));
const testFiles = chosen.map(({ path }) => path);
console.log(`${files.length} changed ${files.length === 1 ? "file" : "files"}: ${files.join(", ")}`);

const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const formatted = files.filter((path) => /\.(ts|tsx|mjs|json|css|html)$/.test(path));
const project = code.some((path) => path.startsWith("packages/dashboard/"))
  ? "packages/dashboard/tsconfig.json"
  : "tsconfig.json";
const checks = [
  { name: "format", tool: "prettier", argumentList: ["--check", ...formatted], files: formatted },
  { name: "types", tool: "tsc", argumentList: ["--project", project], files: code },
  { name: "lint", tool: "oxlint", argumentList: ["--type-aware", "--deny-warnings", ...code], files: code },
].filter((check) => check.files.length > 0);
/** Runs the checks and prints their results. */
async function check() {
  const codes = await Promise.all(
    checks.map(async ({ name, tool, argumentList }) => {
      const { code: exit, output } = await runTool(tool, argumentList);
      console.log(exit === 0 ? `✓ ${name}` : `✗ ${name}\n${output.trimEnd()}`);
      return exit;
    }),
  );
  return codes.length > 0 && codes.every((exit) => exit === 0);
}

/** Runs the tests and prints their results. A change that no test depends on passes. */
async function test() {
  if (testFiles.length === 0) {
    console.log("No test imports these files.");
    return true;
  }
  const left = related - testFiles.length;
  console.log(
    `Running ${testFiles.length} of ${related} test files that depend on them, the nearest first, up to ${SECONDS_OF_TESTS} s of tests.` +
      (left > 0 ? ` npm test runs the other ${left}.` : ""),
  );
  const workers = `--maxWorkers=${availableParallelism() + 1}`;
  const { line, failed } = await runVitestHere("tests of changed files", [workers, ...testFiles]);
  console.log(`\n${line}`);
  return !failed;
}

const passed = await Promise.all([check(), test()]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
