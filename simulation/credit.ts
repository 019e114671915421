// `npm run simulate -- credit --seed 1 --runs 20`: random histories of accounts and families, whose credit, limits and invoices an
// independent auditor computes after each step.
import { parseArgs } from "node:util";
import { migrate } from "@counterfoil/storage";
import { startEnvironment } from "@counterfoil/testkit/environment";
import { serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import { liveOnCredit } from "./credit/live-on-credit.ts";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, runs: { type: "string", default: "1" } },
});
const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const environment = await startEnvironment();
const begun = performance.now();
const counts = new Map<string, number>();
let failed = 0;
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.runs); seed += 1) {
  const history = await liveOnCredit(environment, seed);
  for (const [name, count] of history.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  if (history.faults.length > 0) {
    failed += 1;
    console.log(`seed ${seed} failed: npm run simulate -- credit --seed ${seed}`);
    for (const fault of history.faults.slice(0, 3)) console.log(`  ${fault}`);
  }
}
await environment.stop();
await server.stop();
const counted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name}: ${count}`);
console.log(counted.join(", "));
console.log(`${values.runs} seeds, ${failed} failed, ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
process.exitCode = failed === 0 ? 0 : 1;
