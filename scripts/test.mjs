// Runs every check, every test and the simulation: `npm test`. The tests that need PostgreSQL run on the embedded one; where
// Debian's PostgreSQL 15 is found, the oldest that is supported, those that ask the most of it run on it once more, and so does the
// simulation. Names of files and vitest's options select tests and run them on the embedded one only. The tests that need no
// database must reach all of the engine (vitest.config.ts).
import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseRuns } from "./test/choose-runs.mjs";
import { runNode, runVitest } from "./test/run-node.mjs";
import { summarize } from "./test/summarize.mjs";

const { runs, notes, everything } = chooseRuns(process.argv.slice(2));
// A failed check does not hide what the tests say: both are in the summary.
const checked = everything ? await runNode("scripts/check.mjs", []) : undefined;
const outcomes = [];
for (const run of runs) {
  const reportPath = join(tmpdir(), `counterfoil-tests-${process.pid}.json`);
  const started = performance.now();
  const code = await runVitest(run, reportPath);
  const seconds = (performance.now() - started) / 1000;
  const report = await readFile(reportPath, "utf8").then(JSON.parse, () => undefined);
  rmSync(reportPath, { force: true });
  outcomes.push({ name: run.name, code, report, seconds });
  // Interrupted: the next run is not wanted either.
  if (code === 130) break;
}
// Random organizations that live through years of changes and killed processes, audited to the cent.
const simulates = everything && outcomes.at(-1)?.code !== 130;
const simulation = ["--runs", "8"];
const simulated = simulates
  ? await runNode("simulation/simulate.ts", simulation, everything.simulationEnvironment)
  : undefined;
const { text, failed } = summarize({ checked, simulated }, outcomes, notes);
console.log(text);
process.exitCode = failed ? 1 : 0;
