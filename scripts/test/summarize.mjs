import { relative } from "node:path";
import { root } from "../bootstrap/root.mjs";

/**
 * The last lines of a test run: what ran where, and how it went. A run without a single test has failed.
 * @param {{ checked?: number, simulated?: number }} codes the exit codes of the checks and the simulation, where they ran
 * @param {{ name: string, code: number, report: any, seconds: number }[]} outcomes `report` as vitest's JSON reporter writes it
 * @param {string[]} notes
 */
export function summarize({ checked, simulated }, outcomes, notes) {
  const lines = outcomes.map(({ name, code, report, seconds }) => {
    if (report === undefined) return { failed: true, line: `✗ ${name}: ended with code ${code} and left no report` };
    const { numPassedTests: passed, numFailedTests: broken, numPendingTests: skipped, testResults } = report;
    const failed = code !== 0 || broken > 0 || passed === 0;
    const counts = [`${passed} passed`];
    if (broken > 0) counts.push(`${broken} failed`);
    if (skipped > 0) counts.push(`${skipped} skipped`);
    const none = passed + broken === 0 ? ", and no test ran" : "";
    const other =
      code !== 0 && broken === 0 && passed > 0
        ? ", but the run failed all the same (an error outside of tests, or code that no test reached): see above"
        : "";
    return {
      failed,
      line: `${failed ? "✗" : "✓"} ${name}: ${counts.join(", ")} in ${testResults.length} files, ${minutes(seconds)}${none}${other}`,
      names: failedTests(testResults),
    };
  });
  if (checked !== undefined) {
    const line = checked === 0 ? "✓ all checks" : "✗ checks failed: see above the tests, or run npm run check";
    lines.unshift({ failed: checked !== 0, line });
  }
  if (simulated !== undefined) {
    const line = simulated === 0 ? "✓ the simulation" : "✗ the simulation failed: see above";
    lines.push({ failed: simulated !== 0, line });
  }
  const failed = outcomes.length === 0 || lines.some((one) => one.failed);
  const text = [
    "",
    "Summary",
    ...lines.flatMap(({ line, names = [] }) => [`  ${line}`, ...names.map((name) => `      ${name}`)]),
    ...notes.map((note) => `  · ${note}`),
  ].join("\n");
  return { text, failed };
}

/** Each test that failed, by its file and name with the first line of why; a file that failed outside of its tests by its path. */
function failedTests(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length > 0)
      return failed.map((test) => `${file}: ${test.fullName} (${firstLine(test.failureMessages[0])})`);
    return status === "failed" ? [`${file} (${firstLine(message)})`] : [];
  });
}

/** @param {string} [text] */
function firstLine(text = "") {
  return text.trim().split("\n", 1)[0].slice(0, 300);
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
