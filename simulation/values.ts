// `npm run simulate -- values --rounds 20`: values of every form in metrics of every aggregation, summed, billed and
// compared with exact fractions.
import { parseArgs } from "node:util";
import { migrate } from "@counterfoil/storage";
import { serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import { startFuzzedPlatform } from "./fuzz/fuzz-platform.ts";
import { sumValues } from "./fuzz/values/sum-values.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const platform = await startFuzzedPlatform();
const begun = performance.now();
const outcome = await sumValues(platform, {
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  onRound: (round, faults) => {
    if (round % 5 === 0 || faults > 0) console.log(`${round} of ${values.rounds} rounds, ${faults} faults`);
  },
});
await platform.stop();
await server.stop();
for (const fault of outcome.faults.slice(0, 40)) console.log(`  ${fault}`);
console.log(
  `${outcome.events} events, ${outcome.refused} of them refused, ${outcome.compared} quantities and amounts compared, ${outcome.read} readings, ` +
    `${outcome.faults.length} faults, ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
);
process.exitCode = outcome.faults.length === 0 ? 0 : 1;
