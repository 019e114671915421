import { spawn } from "node:child_process";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/**
 * Runs npm, the one that runs us where one does, and keeps what it says to itself.
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function npm(argumentList) {
  const { npm_execpath: own, npm_node_execpath: itsNode } = process.env;
  // Under npm's own Node, because ours may be the pinned one, which npm is about to replace.
  const [program, first] = own?.endsWith(".js") ? [itsNode ?? process.execPath, [own]] : ["npm", []];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...argumentList], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: program === "npm" && process.platform === "win32",
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", (error) =>
      reject(new Refusal(`Cannot run npm (${error.message}). Install it and start again.`)),
    );
    // When interrupted, wait for npm to end, so that the next start does not meet it.
    const pass = (signal) => child.kill(signal);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, pass);
    child.once("close", (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve({ code, output });
    });
  });
}
