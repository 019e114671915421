// `npm run simulate -- holds --kills 200`: kills two API processes, a worker and PostgreSQL while callers hold, settle and
// release credit, and compares everything with an audit of the answers.
import { parseArgs } from "node:util";
import { liveThroughHolds } from "./crash/holds/live-through-holds.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.once(name, () => stopped.abort(new Error(`ended by ${name}`)));

const began = performance.now();
const report = await liveThroughHolds({
  kills: Number(values.kills),
  ...(values.minutes === undefined ? {} : { minutes: Number(values.minutes) }),
  seed: Number(values.seed),
  signal: stopped.signal,
  onKill(kill) {
    if (kill % 10 === 0) console.log(`${kill} of ${values.kills} kills`);
  },
});
for (const fault of report.faults.slice(0, 30)) console.log(`  ${fault}`);
const { kills, holds } = report;
console.log(
  `the two API processes killed ${kills["api-0"]} and ${kills["api-1"]} times, the worker ${kills.worker}, PostgreSQL ${kills.postgres}`,
);
console.log(
  `${holds.settled} holds settled with ${report.events} events, ${holds.released} released, ${holds.lapsed} expired, ` +
    `${holds.kept} open at the end, ${report.refused} refused, on ${report.grants} grants`,
);
console.log(`${report.lost} calls without an answer were sent again; ${report.found} of these had been done`);
console.log(`${report.faults.length} faults, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
