// `npm run simulate -- failover --failovers 20`: loses the primary under load, promotes the standby, and checks that nothing
// that was answered is lost. It needs Debian's PostgreSQL 15. With `--patroni`, Patroni promotes; Debian has it and etcd.
import { parseArgs } from "node:util";
import { isPatroniInstalled, isReplicationInstalled, startPatroni } from "@counterfoil/testkit/postgres";
import { liveThroughFailovers, RECONNECT_MILLISECONDS } from "./crash/failover/live-through-failovers.ts";

const { values } = parseArgs({
  options: {
    failovers: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    freeze: { type: "string", default: "4" },
    patroni: { type: "boolean", default: false },
  },
});
if (!isReplicationInstalled) {
  console.error("This drill needs pg_basebackup in /usr/lib/postgresql/15/bin: apt-get install postgresql-15");
  process.exit(1);
}
if (values.patroni && !isPatroniInstalled) {
  console.error("This drill needs Patroni and etcd: apt-get install patroni etcd-server");
  process.exit(1);
}
const stopped = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.once(name, () => stopped.abort(new Error(`ended by ${name}`)));

const began = performance.now();
const report = await liveThroughFailovers({
  failovers: Number(values.failovers),
  seed: Number(values.seed),
  freezeEach: Number(values.freeze),
  ...(values.patroni ? { startPair: startPatroni } : {}),
  signal: stopped.signal,
  onFailover(number, { how, fromLoss, fromPromotion, untilAllReady }) {
    const lost = how === "kill" ? "killed" : "frozen";
    console.log(
      `${number} of ${values.failovers}: primary ${lost}, first write after ${ms(fromLoss)} (${ms(fromPromotion)} after the ` +
        `promotion), all processes ready ${ms(untilAllReady)} after the promotion`,
    );
  },
});
for (const fault of report.faults.slice(0, 30)) console.log(`  ${fault}`);
for (const how of ["kill", "freeze"] as const) {
  const own = report.failovers.filter((one) => one.how === how);
  if (own.length === 0) continue;
  const of = (member: "fromLoss" | "fromPromotion" | "untilAllReady") => {
    const sorted = own.map((one) => one[member]).toSorted((a, b) => a - b);
    return `${ms(sorted[Math.floor((sorted.length - 1) / 2)])} median, ${ms(sorted.at(-1))} longest`;
  };
  console.log(
    `${own.length} times ${how === "kill" ? "killed" : "frozen"}: from the loss to the first write ${of("fromLoss")}; from the ` +
      `promotion ${of("fromPromotion")}; until all are ready ${of("untilAllReady")} (${RECONNECT_MILLISECONDS} ms allowed)`,
  );
}
console.log(
  `${report.events} events and ${report.requests.answered} requests answered, ${report.lost} bodies of events and ` +
    `${report.requests.again} requests sent again, ${report.months} months billed by usage, ${report.payments} invoices paid, ` +
    `${report.notifications} notifications`,
);
console.log(`${report.faults.length} faults, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
process.exitCode = report.faults.length === 0 ? 0 : 1;

function ms(milliseconds: number | undefined): string {
  return `${(milliseconds ?? 0).toFixed(0)} ms`;
}
