import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";

/**
 * Runs an installed tool in the root and answers what it wrote.
 * @param {string} tool its name in node_modules/.bin
 * @param {string[]} argumentList
 * @param {Record<string, string>} [environment]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function runTool(tool, argumentList, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "node_modules", ".bin", tool), ...argumentList], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      // The output is counted by its words, and some tools color it when they see CI.
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...environment },
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
