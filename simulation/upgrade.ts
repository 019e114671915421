// `npm run upgrade:proof -- --from v0.1.0`: upgrades that release to the working copy under load, and compares what
// clients were answered with what is stored. Without DATABASE_URL, on an embedded PostgreSQL.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { packRelease, packWorkingCopy, previousRelease } from "./upgrade/pack-release.ts";
import { proveUpgrade } from "./upgrade/prove-upgrade.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    "step-seconds": { type: "string", default: "8" },
    "lose-event": { type: "boolean", default: false },
  },
});
const begun = performance.now();
const seconds = () => `${((performance.now() - begun) / 1_000).toFixed(0)} s`.padStart(6);
const onStep = (step: string) => console.log(`${seconds()}  ${step}`);

// Ends the processes of the releases too.
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(130));

const folder = await mkdtemp(join(tmpdir(), "counterfoil-upgrade-"));
// PostgreSQL's user must be able to enter it.
await chmod(folder, 0o755);
try {
  const ref = values.from ?? previousRelease();
  onStep(`build ${ref}`);
  const from = packRelease(ref, join(folder, "from"));
  onStep("build the working copy");
  const to = packWorkingCopy(join(folder, "to"));
  const given = process.env["DATABASE_URL"];
  const postgres = given === undefined ? await startEmbeddedPostgres({ folder: join(folder, "data") }) : undefined;
  try {
    const { faults, seen, answered } = await proveUpgrade({
      from,
      to,
      databaseUrl: given ?? postgres?.url ?? "",
      stepMilliseconds: Number(values["step-seconds"]) * 1_000,
      loseEvent: values["lose-event"],
      onStep,
    });
    for (const fault of faults.slice(0, 30)) console.log(`  ${fault}`);
    const statuses = [...seen.statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${count} × ${status}`);
    console.log(
      `from ${from.ref}: answered ${answered.events} events, ${answered.accounts} accounts, ${answered.subscriptions} ` +
        `subscriptions and ${answered.invoices} invoices`,
    );
    console.log(
      `responses: ${statuses.join(", ")}; ${seen.refused} connections refused, ${seen.unanswered} closed before a response; ` +
        `longest wait ${(seen.longestMilliseconds / 1_000).toFixed(1)} s`,
    );
    console.log(`${faults.length} faults, ${seconds().trim()}`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
