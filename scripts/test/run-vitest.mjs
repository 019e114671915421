import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";

/**
 * Runs vitest with our terminal and leaves its report, as JSON, at the path. Answers its exit code.
 * @param {import("./choose-runs.mjs").Run} run
 * @param {string} reportPath
 * @returns {Promise<number>}
 */
export function runVitest(run, reportPath) {
  console.log(`\n${run.name}`);
  const vitest = join(root, "node_modules", ".bin", "vitest");
  const reporters = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${reportPath}`];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, "run", ...reporters, ...run.argumentList], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...run.environment },
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
