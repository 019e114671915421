// `node simulation/mixed.ts --kills 200`: all kinds of work while API, worker and PostgreSQL are killed; checks that
// nothing answered is lost.
import { parseArgs } from "node:util";
import { liveThroughMixed } from "./crash/mixed/live-through-mixed.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "50" }, seed: { type: "string", default: "1" } },
});
const began = performance.now();
const report = await liveThroughMixed(Number(values.kills), Number(values.seed), (kill) => {
  if (kill % 10 === 0) console.log(`${kill} of ${values.kills} kills`);
});
for (const fault of report.faults.slice(0, 30)) console.log(`  ${fault}`);
const { kills, counts, faults } = report;
console.log(`kills: ${kills.api} of the API, ${kills.worker} of the worker, ${kills.postgres} of PostgreSQL`);
console.log(
  `${report.answered} requests answered, ${report.unanswered} without an answer and sent again, ${report.events} events answered`,
);
console.log(
  `${counts.oneOff} one-off invoices, ${counts.payments} payments, ${counts.refunds} refunds, ${counts.notes} credit notes, ` +
    `${counts.grants} grants, ${counts.collected} invoices collected at the provider, ${counts.clockMonths} months billed on clocks`,
);
console.log(`${report.notifications} notifications, told in ${report.told} requests`);
console.log(`${faults.length} faults, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
process.exitCode = faults.length === 0 ? 0 : 1;
