// `node simulation/crash.ts --kills 50`: kills server and PostgreSQL under load, and checks that no event is lost.
import { parseArgs } from "node:util";
import { liveThroughCrashes } from "./crash/live-through-crashes.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "50" }, seed: { type: "string", default: "1" } },
});
const began = performance.now();
const { faults, answered, unanswered, kills } = await liveThroughCrashes(
  Number(values.kills),
  Number(values.seed),
  (kill) => {
    if (kill % 10 === 0) console.log(`${kill} of ${values.kills} kills`);
  },
);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(
  `${kills} kills, ${answered} events answered, ${unanswered} requests without an answer, ${faults.length} faults, ${seconds} s`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
