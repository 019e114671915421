import { execFileSync } from "node:child_process";
import { root } from "../bootstrap/root.mjs";

/**
 * Runs a program in the root and returns its output. A failure carries `stdout` and `stderr`.
 * @param {string} program
 * @param {string[]} argumentList
 * @param {{ input?: string, environment?: Record<string, string> }} [options]
 */
export function run(program, argumentList, { input, environment } = {}) {
  return execFileSync(program, argumentList, {
    cwd: root,
    encoding: "utf8",
    input,
    stdio: "pipe",
    maxBuffer: 1e9,
    env: { ...process.env, ...environment },
  });
}
