// `node simulation/history.ts --kills 100`: kills copiers, ClickHouse and PostgreSQL at random moments, and compares both stores.
import { parseArgs } from "node:util";
import { liveThroughHistoryCrashes } from "./crash/history/live-through-history-crashes.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const began = performance.now();
const { kills, answered, readings, rows, faults } = await liveThroughHistoryCrashes(
  Number(values.kills),
  Number(values.seed),
  (kill) => console.log(`${kill} of ${values.kills} kills`),
);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(
  `Kills: ${kills.copier} of copiers, ${kills.clickhouse} of ClickHouse, ${kills.postgres} of PostgreSQL. ` +
    `${answered.events} events, ${answered.corrections} amended or voided, ${rows} rows in ClickHouse. ` +
    `${readings.compared} comparisons, ${readings.fromBoth} of them with ClickHouse. ${faults.length} faults, ${seconds} s`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
