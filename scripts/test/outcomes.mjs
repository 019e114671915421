import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../bootstrap/root.mjs";
import { duration } from "./duration.mjs";

/** The exit code of a process that Ctrl-C ended, as a shell counts it. */
const INTERRUPTED = 130;

/**
 * How a shard went.
 * @typedef {object} Outcome
 * @property {string} line for the summary
 * @property {string[]} failures each test that failed, with the first line of why
 * @property {boolean} failed
 * @property {boolean} interrupted
 * @property {number} passed how many tests passed
 * @property {number} broken how many tests failed
 */

/**
 * @param {string} name
 * @param {number} code
 * @param {number} seconds
 * @returns {Outcome}
 */
export function outcomeOfScript(name, code, seconds) {
  const failed = code !== 0;
  const line = `${failed ? "✗" : "✓"} ${name}: ${failed ? `failed with code ${code}` : "passed"}, ${duration(seconds)}`;
  return { line, failures: [], failed, interrupted: code === INTERRUPTED, passed: 0, broken: 0 };
}

/**
 * A shard without a single test has failed.
 * @param {string} name
 * @param {number} code
 * @param {any} report as vitest's JSON reporter writes it; undefined where it wrote none
 * @param {number} seconds
 * @returns {Outcome}
 */
export function outcomeOfTests(name, code, report, seconds) {
  const interrupted = code === INTERRUPTED;
  if (report === undefined) {
    const line = `✗ ${name}: ended with code ${code} and left no report`;
    return { line, failures: [], failed: true, interrupted, passed: 0, broken: 0 };
  }
  const { numPassedTests: passed, numFailedTests: broken, numPendingTests: skipped, testResults } = report;
  const failed = code !== 0 || broken > 0 || passed === 0;
  const counts = [`${passed} passed`];
  if (broken > 0) counts.push(`${broken} failed`);
  if (skipped > 0) counts.push(`${skipped} skipped`);
  const none = passed + broken === 0 ? "; no test ran" : "";
  const other =
    code !== 0 && broken === 0 && passed > 0 ? "; the run failed outside of its tests, or coverage is incomplete" : "";
  const line = `${failed ? "✗" : "✓"} ${name}: ${counts.join(", ")} in ${testResults.length} files, ${duration(seconds)}${none}${other}`;
  return { line, failures: failedTests(testResults), failed, interrupted, passed, broken };
}

/**
 * Each test that failed, by its file and name with the first line of why; a file that failed outside of its tests, by its path.
 * @param {any[]} testResults
 * @returns {string[]}
 */
function failedTests(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
    if (failed.length > 0)
      return failed.map(
        (/** @type {any} */ test) => `${file}: ${test.fullName} (${firstLine(test.failureMessages[0])})`,
      );
    return status === "failed" ? [`${file} (${firstLine(message)})`] : [];
  });
}

/**
 * The first lines of what vitest reports outside of its tests: an unhandled error with its message, or coverage below its threshold.
 * @param {string} log
 * @returns {string[]}
 */
export function errorsOutsideOfTests(log) {
  const lines = stripVTControlCharacters(log).split("\n");
  const errors = lines.flatMap((line, at) =>
    /^⎯+ Unhandled (Error|Rejection) ⎯+$/.test(line)
      ? [
          lines
            .slice(at + 1, at + 4)
            .join(" ")
            .trim(),
        ]
      : [],
  );
  return [...errors, ...lines.filter((line) => line.startsWith("ERROR: Coverage for "))];
}

/** @param {string} [text] */
function firstLine(text = "") {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, 300);
}
