import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "./root.mjs";

/**
 * Runs scripts one after the other until one fails. Answers the last exit code.
 * @param {string} node
 * @param {string[][]} steps each a path below the root, and arguments
 */
export async function runSteps(node, steps) {
  for (const [script, ...rest] of steps) {
    const code = await run(node, [join(root, script), ...rest]);
    if (code !== 0) return code;
  }
  return 0;
}

/** Runs one program with our terminal, passes signals on, and answers its exit code as a shell counts it. */
function run(node, argumentList) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, argumentList, {
      cwd: root,
      stdio: "inherit",
      // Whatever the program starts by the name `node` is the same one.
      env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
    });
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const pass = (signal) => {
      // Ctrl-C reaches every program of the terminal by itself; passed on as well it would count as pressed twice.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    const leave = () => signals.forEach((signal) => process.off(signal, pass));
    child.once("error", (error) => {
      leave();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      leave();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
