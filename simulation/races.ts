// `npm run simulate -- races --rounds 20`: sends conflicting requests at the same time.
import { parseArgs } from "node:util";
import { migrate } from "@counterfoil/storage";
import { serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import { startFuzzedPlatform } from "./fuzz/fuzz-platform.ts";
import { runRaces } from "./fuzz/races/run-races.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const platform = await startFuzzedPlatform();
const begun = performance.now();
const outcome = await runRaces(platform, Number(values.rounds), (round, faults) => {
  if (round % 5 === 0) console.log(`${round} of ${values.rounds} rounds, ${faults} faults`);
});
await platform.stop();
await server.stop();
for (const fault of outcome.faults.slice(0, 40)) console.log(`  ${fault}`);
const statuses = [...outcome.byStatus].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(statuses.join(", "));
const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
console.log(`${outcome.races} races, ${outcome.requests} requests, ${outcome.faults.length} faults, ${seconds} s`);
process.exitCode = outcome.faults.length === 0 ? 0 : 1;
