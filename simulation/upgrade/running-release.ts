import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { PackedRelease } from "./pack-release.ts";

const READY_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 50;
const SHOWN_CHARACTERS = 3_000;

export type Environment = Readonly<Record<string, string>>;

/** A process of a release. */
export interface RunningRelease {
  /** The exit code after SIGTERM; 128 if a signal ended it. */
  readonly stop: () => Promise<number>;
}

/** Runs a command of a release to its end. */
export async function runRelease(
  { program }: PackedRelease,
  words: readonly string[],
  environment: Environment,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [program, ...words], { env: ownEnvironment(environment), stdio: "pipe" });
  const output = keepOutput(child);
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 128, output: output() };
}

/** Starts a process of a release, and waits until its health address says that it is ready. */
export async function startRelease(
  release: PackedRelease,
  { words, healthUrl, environment }: { words: readonly string[]; healthUrl: string; environment: Environment },
): Promise<RunningRelease> {
  const child = spawn(process.execPath, [release.program, ...words], {
    env: ownEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = keepOutput(child);
  const ended = once(child, "exit").then(([code]) => (code as number | null) ?? 128);
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  void ended.then(() => process.off("exit", endWithUs));
  const begun = performance.now();
  while (!(await isReady(healthUrl))) {
    const isEnded = child.exitCode !== null || child.signalCode !== null;
    if (isEnded || performance.now() - begun > READY_MILLISECONDS) {
      child.kill("SIGKILL");
      throw new Error(`${words.join(" ")} of ${release.ref} is not ready: ${output()}`);
    }
    await sleep(LOOK_MILLISECONDS);
  }
  return {
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

function keepOutput(child: ChildProcess): () => string {
  let printed = "";
  const keep = (text: unknown) => (printed = (printed + String(text)).slice(-SHOWN_CHARACTERS));
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => printed;
}

/** Removes settings of this process from the environment. */
function ownEnvironment(environment: Environment): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NO_COLOR: "1", COUNTERFOIL_LOG_LEVEL: "error", ...environment };
}
