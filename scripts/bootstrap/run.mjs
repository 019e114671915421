import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { builds } from "./program.mjs";
import { root } from "./root.mjs";

const COMPILED = join(root, "node_modules/.cache/compiled");

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

/**
 * Under npm, a missing npm means that someone killed it to stop us. Without npm, our parent may end and leave us running.
 */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 500);
  return watch;
}

/** Runs a program on our terminal, forwards signals, and returns its exit code as a shell counts it. */
function run(node, [script, ...rest]) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [script, ...rest], {
      cwd: root,
      stdio: "inherit",
      env: {
        // Keeps compiled code, so later commands start sooner. That of a build is removed with it.
        NODE_COMPILE_CACHE: script.startsWith(builds) ? join(dirname(script), ".compiled") : COMPILED,
        ...process.env,
        // So that `node` is the same Node for everything that the program starts.
        PATH: [dirname(node), process.env.PATH].join(delimiter),
      },
    });
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const pass = (signal) => {
      // Ctrl-C reaches every program of the terminal directly. Forwarding it would count as a second press.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    const orphaned = stopWithNpm(child);
    const leave = () => {
      clearInterval(orphaned);
      for (const signal of signals) process.off(signal, pass);
    };
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
