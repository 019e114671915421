// `npm run simulate -- fuzz --requests 100000 [--only "POST /accounts"]`: valid, nearly valid and hostile requests
// generated from the OpenAPI document.
import { parseArgs } from "node:util";
import { migrate } from "@counterfoil/storage";
import { serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import { startFuzzedPlatform } from "./fuzz/fuzz-platform.ts";
import { sendFuzzed } from "./fuzz/send-requests.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    refused: { type: "boolean", default: false },
  },
});
const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const platform = await startFuzzedPlatform();
const begun = performance.now();
const outcome = await sendFuzzed(platform, {
  seed: Number(values.seed),
  requests: Number(values.requests),
  longestMilliseconds: 1_000,
  ...(values.only === undefined ? {} : { only: values.only }),
  onProgress: (sent, faults) => console.log(`${sent} of ${values.requests} requests, ${faults} faults`),
});
await platform.stop();
await server.stop();
for (const fault of outcome.faults.slice(0, 40)) console.log(`  ${fault}`);
console.log(
  [...outcome.byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", "),
);
if (values.refused) for (const operation of outcome.refused) console.log(`  never succeeded: ${operation}`);
console.log(
  `${outcome.sent} requests, ${outcome.sentTogether} of them at the same moment as others, ${outcome.succeeded} of ${outcome.succeeded + outcome.refused.length} operations succeeded at least once, slowest ` +
    `${outcome.slowestMilliseconds.toFixed(0)} ms (${outcome.slowest}), ${outcome.faults.length} faults, ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
);
process.exitCode = outcome.faults.length === 0 ? 0 : 1;
