/**
 * The last lines of a test run: what ran where, and how it went. A run without a single test has failed.
 * @param {{ checked?: number, simulated?: number }} codes the exit codes of the checks and the simulation, where they ran
 * @param {{ name: string, code: number, report: any }[]} outcomes `report` as vitest's JSON reporter writes it
 * @param {string[]} notes
 */
export function summarize({ checked, simulated }, outcomes, notes) {
  const lines = outcomes.map(({ name, code, report }) => {
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
      line: `${failed ? "✗" : "✓"} ${name}: ${counts.join(", ")} in ${testResults.length} files${none}${other}`,
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
  const text = ["", "Summary", ...lines.map((one) => `  ${one.line}`), ...notes.map((note) => `  · ${note}`)].join(
    "\n",
  );
  return { text, failed };
}
