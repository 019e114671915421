// Checks everything that needs no running test: `npm run check`. Each step prints its time and how many files it checked,
// and fails if that is none. All steps run, two at a time, so that one run shows all faults.
import { performance } from "node:perf_hooks";
import { checks } from "./check/checks.mjs";
import { runTool } from "./check/run-tool.mjs";

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}. There are: ${checks.map((check) => check.name).join(", ")}`);
  process.exit(2);
}

let failed = 0;

/** @param {typeof checks[number]} check */
async function run(check) {
  const began = performance.now();
  const { code, output } = await runTool(check.tool, check.argumentList, check.environment);
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
  const looked = check.lookedAt(output);
  const passed = code === 0 && looked > 0;
  console.log(
    `${passed ? "✓" : "✗"} ${check.name.padEnd(12)} ${seconds} s  ${String(looked).padStart(5)} ${check.unit}`,
  );
  if (passed) return;
  failed += 1;
  console.log(code === 0 ? "  It looked at nothing: its configuration matches no file." : check.report(output));
}

const waiting = checks.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
async function runNext() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
}
await Promise.all([runNext(), runNext()]);
if (failed > 0) console.error(`\n${failed} ${failed === 1 ? "check" : "checks"} failed.`);
process.exitCode = failed > 0 ? 1 : 0;
