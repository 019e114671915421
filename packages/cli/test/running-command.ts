import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { builtProgram } from "@counterfoil/testkit/built-program";
import type { Started } from "../src/start/started-file.ts";

const main = await builtProgram();
const root = join(import.meta.dirname, "../../..");

/** A command that runs in its own process. */
export interface RunningCommand {
  readonly process: ChildProcess;
  /** Everything it has printed so far, including errors. */
  output(): string;
  /** Resolves with its exit code; 128 and more for a signal. */
  readonly ended: Promise<number>;
}

/** Only our own variables: the machine or the test run must not influence a test. */
export function runCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
  input?: Buffer,
): RunningCommand {
  const { PATH, HOME, NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, [main, ...words], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: "1", ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that does not read all of its input is not a failure.
  child.stdin.on("error", () => undefined).end(input);
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 128)));
  return { process: child, output: () => output, ended };
}

/** Runs a command to its end. */
export async function finished(words: readonly string[], environment: Record<string, string> = {}, input?: Buffer) {
  const command = runCommand(words, environment, input);
  const code = await command.ended;
  return { code, output: command.output() };
}

/** A start that is ready. */
export interface RunningStart extends RunningCommand {
  readonly started: Started;
  /** Stops it like Ctrl-C, and waits. */
  stop(): Promise<number>;
  /** Kills it, like a power failure. */
  kill(): Promise<void>;
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Starts on the folder and any free port, and waits until it is ready. */
export async function startOn(
  folder: string,
  words: readonly string[] = ["--empty"],
  environment: Record<string, string> = {},
): Promise<RunningStart> {
  const command = runCommand(["start", "--data", folder, "--port", "0", ...words], environment);
  const started = await readyFile(command, folder);
  return {
    ...command,
    started,
    stop() {
      command.process.kill("SIGINT");
      return command.ended;
    },
    async kill() {
      command.process.kill("SIGKILL");
      await command.ended;
    },
    async get(path) {
      const answer = await fetch(`${started.url}${path}`, { headers: { Authorization: `Bearer ${started.apiKey}` } });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

/** Ignores the file that a crashed start left behind. */
async function readyFile(command: RunningCommand, folder: string): Promise<Started> {
  for (;;) {
    const text = await readFile(join(folder, "started.json"), "utf8").catch(() => "{}");
    const started = JSON.parse(text) as Started;
    if (started.pid === command.process.pid) return started;
    if (command.process.exitCode !== null) throw new Error(`The start ended:\n${command.output()}`);
    await sleep(20);
  }
}

/** A folder for one test, which PostgreSQL's user can enter, and a function that removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "counterfoil-cli-"));
  await chmod(path, 0o755);
  // After kill -9 the database notices that its parent is gone and stops by itself; until then it writes to the folder.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}
