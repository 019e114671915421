// `npm run simulate -- shipped --kills 60 [--commands serve]`: kills several processes of the shipped commands at once,
// under load.
import { parseArgs } from "node:util";
import { RECOVERY_MILLISECONDS } from "./crash/shipped/kill-together.ts";
import { liveThroughShipped, type ShippedCommands } from "./crash/shipped/live-through-shipped.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    commands: { type: "string", default: "both" },
  },
});
const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.once(name, () => stopped.abort(new Error(`ended by ${name}`)));

let faults = 0;
for (const { commands, kills } of runsOf(values.commands, Number(values.kills))) {
  const began = performance.now();
  const report = await liveThroughShipped({
    commands,
    kills,
    seed: Number(values.seed),
    signal: stopped.signal,
    onRecovered(kill, milliseconds) {
      if (kill % 5 === 0) console.log(`${kill} of ${kills} kills, recovered after ${milliseconds.toFixed(0)} ms`);
    },
  });
  faults += report.faults.length;
  for (const fault of report.faults.slice(0, 30)) console.log(`  ${fault}`);
  const { times, together, again, recoveries, lost } = report;
  const sorted = recoveries.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  console.log(
    `${commands === "serve" ? "serve and worker" : "npm start"}: the API killed ${times.api} times, the worker ${times.worker}, ` +
      `PostgreSQL ${times.postgres}; several at once ${together} times, again before recovery ${again} times`,
  );
  console.log(`recovered in ${at(0.5)} ms (median), ${at(1)} ms (longest) of ${RECOVERY_MILLISECONDS} allowed`);
  console.log(
    `${report.events} events answered, ${lost.ndjson} NDJSON streams and ${lost.json} JSON bodies without an answer and sent again, ` +
      `${report.months} months billed by usage, ${report.notifications} notifications told in ${report.told} requests`,
  );
  console.log(`${report.faults.length} faults, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
process.exitCode = faults === 0 ? 0 : 1;

/** Two of three kills are for `serve` and `worker`, the others for `npm start`. */
function runsOf(commands: string, kills: number): { commands: ShippedCommands; kills: number }[] {
  if (commands === "serve" || commands === "start") return [{ commands, kills }];
  if (commands !== "both") throw new Error(`--commands is ${commands}; it is serve, start or both`);
  const ofStart = Math.floor(kills / 3);
  return [
    { commands: "serve", kills: kills - ofStart },
    { commands: "start", kills: ofStart },
  ];
}
