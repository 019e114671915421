import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../../bootstrap/root.mjs";

const path = join(root, "node_modules", ".cache", "test-times.json");
/** For a file that has not run here yet. */
const UNKNOWN_SECONDS = 2;

/** Seconds of a test file in its last run in this checkout. */
export function estimateSeconds() {
  const known = readTimes();
  return (/** @type {string} */ file) => known[file] ?? UNKNOWN_SECONDS;
}

/**
 * Keeps how long each test file took.
 * @param {any} report as vitest's JSON reporter writes it
 */
export function keepTimes(report) {
  const times = readTimes();
  for (const { name, startTime, endTime } of report.testResults) {
    if (endTime >= startTime) times[relative(root, name)] = (endTime - startTime) / 1000;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(times));
}

/** @returns {Record<string, number>} by path from the root */
function readTimes() {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
