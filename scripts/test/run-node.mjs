import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";

/**
 * Runs vitest and leaves its report, as JSON, at the path. Answers its exit code.
 * @param {import("./choose-runs.mjs").Run} run
 * @param {string} reportPath
 */
export function runVitest(run, reportPath) {
  console.log(`\n${run.name}`);
  const reporters = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${reportPath}`];
  return runNode("node_modules/.bin/vitest", ["run", ...reporters, ...run.argumentList], run.environment);
}

/**
 * Runs a program of the repository with our terminal and passes signals on.
 * @param {string} program its path from the root
 * @param {string[]} argumentList
 * @param {Record<string, string>} [environment]
 * @returns {Promise<number>} its exit code, as a shell counts it
 */
export function runNode(program, argumentList, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, program), ...argumentList], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...environment },
    });
    const pass = (signal) => child.kill(signal);
    process.on("SIGINT", pass).on("SIGTERM", pass);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
