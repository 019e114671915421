import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Figure } from "../platform/figures.ts";
import type { Outcome } from "./results.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/bench.mjs");
/** The exit code of `scripts/bench.mjs` when something is missing on the machine. */
const CANNOT_RUN = 3;
/** How long a benchmark that is asked to end may stop its servers. */
const GRACE_MILLISECONDS = 15_000;
const LEFT_OVER_MILLISECONDS = 2_000;

export interface Order {
  readonly name: string;
  readonly arguments: readonly string[];
  /** Where its log and its figures are written meanwhile. */
  readonly folder: string;
  /** BENCH_RESULTS of the benchmark. */
  readonly results: string;
  /** It is ended after this many seconds. */
  readonly mostSeconds: number;
  /** Called with each line that it prints. */
  readonly onLine: (line: string) => void;
}

/** Runs a benchmark in a separate process. Never throws because of what it does. */
export async function runBenchmark(order: Order): Promise<Omit<Outcome, "commit">> {
  const figuresFile = join(order.folder, `${order.name}.figures`);
  await rm(figuresFile, { force: true });
  const [began, startedAt] = [performance.now(), new Date().toISOString()];
  const child = spawn(process.execPath, [SCRIPT, order.name, ...order.arguments], {
    // A process group, so that what it leaves behind can be ended.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, BENCH_FIGURES: figuresFile, BENCH_RESULTS: order.results },
  });
  const log = createWriteStream(join(order.folder, `${order.name}.log`));
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    log.write(chunk);
    output += chunk.toString("utf8");
    const line = output.trimEnd().split("\n").at(-1);
    if (line !== undefined) order.onLine(line);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    log.write(chunk);
    errors += chunk.toString("utf8");
  });
  // Not the whole group at once: in it is what stops PostgreSQL when the benchmark ends.
  const withUs = () => void child.kill("SIGKILL");
  process.once("exit", withUs);
  let isTooLong = false;
  const limit = setTimeout(() => {
    isTooLong = true;
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), GRACE_MILLISECONDS).unref();
  }, order.mostSeconds * 1_000);
  const [code] = (await once(child, "exit")) as [number | null];
  // A benchmark that failed may leave programs that it started, which also hold its output open.
  await Promise.race([child.stdout.closed ? null : once(child.stdout, "close"), pause(LEFT_OVER_MILLISECONDS)]);
  for (const signal of code === 0 ? [] : (["SIGTERM", "SIGKILL"] as const)) {
    await pause(LEFT_OVER_MILLISECONDS);
    endGroup(child.pid, signal);
  }
  clearTimeout(limit);
  process.off("exit", withUs);
  log.end();
  const outcome = {
    name: order.name,
    startedAt,
    seconds: (performance.now() - began) / 1_000,
    arguments: order.arguments,
    output: output.trimEnd(),
    figures: await readFigures(figuresFile),
  };
  if (isTooLong) {
    const reason = `It was ended after ${Math.round(order.mostSeconds / 60)} minutes, three times as long as it takes.`;
    return { ...outcome, status: "too long", reason };
  }
  if (code === 0) return { ...outcome, status: "measured", reason: "" };
  if (code === CANNOT_RUN) return { ...outcome, status: "cannot run", reason: errors.trim() };
  return { ...outcome, status: "failed", reason: lastWords(errors, output) };
}

/** Ends all processes of a group that are left. */
function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function readFigures(file: string): Promise<Figure[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Figure);
}

/** The error's message without its stack. Without an error, what was printed last. */
function lastWords(errors: string, output: string): string {
  const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
  const [first, ...more] = linesOf(errors);
  if (first === undefined) return linesOf(output).slice(-3).join(" ").slice(0, 500);
  return ([first, ...more].find((line) => /^(\w*Error|error)\b.*:/.test(line)) ?? first).trim().slice(0, 500);
}
