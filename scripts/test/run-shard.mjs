import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { keepTimes } from "./changed/test-times.mjs";
import { errorsOutsideOfTests, outcomeOfScript, outcomeOfTests } from "./outcomes.mjs";
import { runNode } from "./run-node.mjs";

/** Folder with the output of each shard of the last run. */
const logs = join(root, "node_modules", ".cache", "test-logs");
/** Two shards run at a time, because a test waits for PostgreSQL about half of its time. */
const workersOfShard = Math.floor(availableParallelism() / 2) + 1;

/**
 * Runs a shard with its output in a log of its own, and returns how it went. The outcome has the log's text where the shard failed.
 * @param {import("./choose-shards.mjs").Shard} shard
 */
export async function runShard(shard) {
  mkdirSync(logs, { recursive: true });
  const path = join(logs, `${shard.name}.log`);
  const log = openSync(path, "w");
  const outcome = await (shard.kind === "script" ? runScript(shard, log) : runVitest(shard, log));
  closeSync(log);
  if (!outcome.failed) return outcome;
  const text = readFileSync(path, "utf8");
  return { ...outcome, log: text, failures: [...outcome.failures, ...errorsOutsideOfTests(text)] };
}

/**
 * Runs tests that the caller selected, on our terminal.
 * @param {string} name for the summary
 * @param {string[]} argumentList for vitest
 */
export function runVitestHere(name, argumentList) {
  return runVitest({ name, argumentList, environment: {} }, undefined);
}

/**
 * @param {import("./choose-shards.mjs").Shard} shard
 * @param {number} log
 */
async function runScript({ name, argumentList: [script = "", ...rest], environment }, log) {
  const started = performance.now();
  const code = await runNode(script, rest, { environment, log });
  return outcomeOfScript(name, code, secondsSince(started));
}

/**
 * @param {Pick<import("./choose-shards.mjs").Shard, "name" | "argumentList" | "environment">} shard
 * @param {number | undefined} log
 */
async function runVitest({ name, argumentList, environment }, log) {
  const reportPath = join(tmpdir(), `counterfoil-tests-${process.pid}-${name.replaceAll(/\W+/g, "-")}.json`);
  const reporters = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${reportPath}`];
  const workers = log === undefined ? [] : [`--maxWorkers=${workersOfShard}`];
  const started = performance.now();
  const options = { environment, ...(log === undefined ? {} : { log }) };
  const code = await runNode("node_modules/.bin/vitest", ["run", ...reporters, ...workers, ...argumentList], options);
  const report = readReport(reportPath);
  rmSync(reportPath, { force: true });
  if (report !== undefined) keepTimes(report);
  return outcomeOfTests(name, code, report, secondsSince(started));
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {number} started */
function secondsSince(started) {
  return (performance.now() - started) / 1000;
}
