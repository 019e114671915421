/**
 * The last lines of `npm test`: each shard and how it went, what this machine could not run, and how many tests passed and failed.
 * @param {import("./outcomes.mjs").Outcome[]} outcomes
 * @param {string[]} notes
 */
export function summarize(outcomes, notes) {
  const passed = outcomes.reduce((sum, one) => sum + one.passed, 0);
  const broken = outcomes.reduce((sum, one) => sum + one.broken, 0);
  const text = [
    "",
    "Summary",
    ...outcomes.flatMap(({ line, failures }) => [`  ${line}`, ...failures.map((failure) => `      ${failure}`)]),
    ...notes.map((note) => `  · ${note}`),
    "",
    `${passed} passed, ${broken} failed`,
  ].join("\n");
  return { text, failed: outcomes.length === 0 || outcomes.some((one) => one.failed) };
}
