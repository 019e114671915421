/**
 * Every benchmark in turn, and one page with all results and pictures: bench/results/README.md. One that fails, takes three
 * times as long as planned, or lacks a tool is on the page with the reason, and the others go on. The page is written after each, and
 * keeps earlier results of the others: `--missing` runs those that it lacks, for example after an interruption. `--only events,billing`
 * and `--except pages` choose. `--short` takes some minutes instead of hours and writes into bench/tmp/short.
 * `npm run bench -- all [--short] [--missing] [--only names] [--except names]`
 */
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { choose } from "./all/choose.ts";
import { PLANS } from "./all/plans.ts";
import { showProgress } from "./all/progress.ts";
import { type Outcome, readResults, renewed } from "./all/results.ts";
import { runBenchmark } from "./all/run-benchmark.ts";
import { inWords } from "./all/words.ts";
import { writePage } from "./all/write-page.ts";
import { machineInWords } from "./platform/machine-in-words.ts";

const LIMIT_FACTOR = 3;
const UNPLANNED_MINUTES = 10;

const root = join(import.meta.dirname, "..");
const files = await readdir(import.meta.dirname);
const existing = files.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3));
const choice = choose(process.argv.slice(2), existing);
const { isShort } = choice;
const folder = join(import.meta.dirname, isShort ? "tmp/short" : "results");
const logs = join(import.meta.dirname, "tmp/all");
await mkdir(folder, { recursive: true });
await mkdir(logs, { recursive: true });

const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
const machine = await machineInWords();
const earlier = await readResults(folder);
const known = renewed(earlier, { version, isShort, machine, outcomes: [] }, choice.runnable).outcomes;
if (earlier !== undefined && earlier.outcomes.length > known.length) {
  console.log("The page has results of another version or machine. This run replaces them.");
}
const present = commit();
/** Results of a release are those of one commit. */
const isMeasured = (name: string) =>
  known.some((outcome) => outcome.name === name && outcome.status === "measured" && outcome.commit === present);
const names = choice.isMissing ? choice.names.filter((name) => !isMeasured(name)) : choice.names;
const form = isShort ? "short" : "full";
const minutesOf = (name: string) => PLANS[name]?.minutes[form] ?? UNPLANNED_MINUTES;
const minutes = names.reduce((sum, name) => sum + minutesOf(name), 0);
const progress = showProgress(process.stdout);
if (names.length === 0) {
  console.log("The page has results of all of these at this commit.");
  process.exit();
}
console.log(
  `${names.length} benchmarks, about ${inWords(minutes * 60)} in all. Logs: ${relative(process.cwd(), logs)}\n`,
);
process.once("SIGINT", () => process.exit(130));
const outcomes: Outcome[] = [];
for (const [place, name] of names.entries()) {
  const commitBefore = commit();
  progress.begin(place + 1, names.length, name, minutesOf(name));
  const outcome = await runBenchmark({
    name,
    arguments: PLANS[name]?.[form] ?? [],
    folder: logs,
    results: folder,
    mostSeconds: minutesOf(name) * 60 * LIMIT_FACTOR,
    onLine: progress.line,
  });
  progress.end(outcome);
  outcomes.push({ ...outcome, commit: commitBefore });
  const results = renewed(earlier, { version, isShort, machine, outcomes }, choice.runnable);
  await writePage(folder, join(import.meta.dirname, "results/releases"), results);
}
const missing = outcomes.filter(({ status }) => status !== "measured");
console.log(
  `\n${outcomes.length - missing.length} of ${outcomes.length} were measured. ${relative(process.cwd(), join(folder, "README.md"))}`,
);
for (const { name, status, reason } of missing) console.log(`  ${name}, ${status}: ${reason.replaceAll("\n", " ")}`);
process.exitCode = missing.some(({ status }) => status !== "cannot run") ? 1 : 0;

function commit(): string {
  try {
    const git = (...words: string[]) =>
      execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--", ".", ":!bench/results") === "" ? "" : "+"}`;
  } catch {
    return "unknown";
  }
}
