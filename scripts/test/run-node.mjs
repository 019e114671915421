import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";

/**
 * Runs a program of the repository and passes signals on to it. Its output goes to our terminal, or into `log` where that is a file
 * descriptor.
 * @param {string} program its path from the root
 * @param {string[]} argumentList
 * @param {{ environment?: Record<string, string>, log?: number }} [options]
 * @returns {Promise<number>} its exit code, as a shell counts it
 */
export function runNode(program, argumentList, { environment = {}, log } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, program), ...argumentList], {
      cwd: root,
      stdio: log === undefined ? "inherit" : ["ignore", log, log],
      env: { ...process.env, ...environment },
    });
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => child.kill(signal);
    process.on("SIGINT", pass).on("SIGTERM", pass);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]);
    });
  });
}
