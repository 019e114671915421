// Checks what installs Counterfoil elsewhere: `npm run check:deploy`. Each check counts what it looked at and fails if that is
// too little, or if a tool is missing. Builds Helm, kubeconform and the Compose validator with Go on first use, which takes minutes.
import { performance } from "node:perf_hooks";
import { checkChart } from "./check-chart.mjs";
import { checkCompose } from "./check-compose.mjs";
import { checkDockerfiles } from "./check-dockerfiles.mjs";
import { checkUnits } from "./check-units.mjs";

const checks = { dockerfiles: checkDockerfiles, compose: checkCompose, units: checkUnits, chart: checkChart };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}. There are: ${Object.keys(checks).join(", ")}`);
  process.exit(2);
}

for (const [name, check] of Object.entries(checks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const began = performance.now();
  try {
    const looked = check();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`✓ ${name.padEnd(12)} ${seconds.padStart(6)} s`);
    for (const line of looked) console.log(`    ${line}`);
  } catch (error) {
    console.log(`✗ ${name}`);
    console.error(`${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
    process.exitCode = 1;
  }
}
