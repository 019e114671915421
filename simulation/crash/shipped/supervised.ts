import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { builtProgram, isCheckout } from "@counterfoil/testkit/built-program";

const root = join(import.meta.dirname, "../../..");
const MAIN = await builtProgram();
const RESTART_MILLISECONDS = 100;
const SHOWN_CHARACTERS = 2_000;

/** A command under a service manager: restarted whenever it ends, until it is stopped. */
export interface Supervised {
  /** Sends SIGKILL to the process and its group. */
  kill(): void;
  /** Resolves when the current process has ended. */
  gone(): Promise<void>;
  /** The last output of the processes, including errors. */
  output(): string;
  stop(): Promise<void>;
}

interface Command {
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** `counterfoil <words>`. */
export function superviseCommand({ words, environment = {} }: Command): Supervised {
  return supervise(process.execPath, [MAIN, ...words], environment);
}

/** `npm start -- <words>`, as a user types it, or `counterfoil start <words>` of a built package. */
export function superviseStart({ words, environment = {} }: Command): Supervised {
  if (!isCheckout) return superviseCommand({ words: ["start", ...words], environment });
  return supervise("npm", ["start", "--", ...words], environment);
}

function supervise(file: string, words: readonly string[], environment: Readonly<Record<string, string>>): Supervised {
  let printed = "";
  let isStopping = false;
  let current = start();

  function start() {
    const child = spawn(file, words, {
      cwd: root,
      env: ownEnvironment(environment),
      // A separate process group, so that one signal reaches all of it.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    endWithUs(child);
    const keep = (text: unknown) => (printed = (printed + String(text)).slice(-SHOWN_CHARACTERS));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const gone = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", (error) => {
        keep(error);
        resolve();
      });
    });
    return { child, gone };
  }

  function kill(): void {
    const { pid } = current.child;
    if (pid === undefined || current.child.exitCode !== null || current.child.signalCode !== null) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  const running = (async () => {
    for (;;) {
      await current.gone;
      if (isStopping) return;
      await sleep(RESTART_MILLISECONDS);
      if (isStopping) return;
      current = start();
    }
  })();

  return {
    kill,
    gone: () => current.gone,
    output: () => printed,
    async stop() {
      isStopping = true;
      kill();
      await running;
    },
  };
}

/**
 * Ends the group of a process when this process ends, even by SIGKILL: a shell reads a pipe whose other end only this
 * process holds, and wakes when it closes.
 */
function endWithUs(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const watch = spawn("/bin/sh", ["-c", 'read -r line; kill -s KILL -- "-$1"', "sh", String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  child.once("exit", () => watch.kill());
}

/** Removes settings of the test run from the environment. */
function ownEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: "1", ...environment };
}

/** Runs `counterfoil <words>` to its end. */
export async function runShipped({ words, environment = {} }: Command): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: root, env: ownEnvironment(environment) });
  let output = "";
  child.stdout.on("data", (text: unknown) => (output += String(text)));
  child.stderr.on("data", (text: unknown) => (output += String(text)));
  const code = await new Promise<number>((resolve) => child.once("close", (ended) => resolve(ended ?? 128)));
  return { code, output };
}
