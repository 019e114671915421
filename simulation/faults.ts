// `node simulation/faults.ts [--case "a credit note"]`: makes every statement of every use case that moves money fail and
// conflict once in each way.
import { parseArgs } from "node:util";
import { migrate } from "@counterfoil/storage";
import { serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import { attackByConflicts, attackUseCase, undisturbed } from "./faults/attack-use-case.ts";
import { faultCases } from "./faults/cases/index.ts";
import { CONFLICT_CODES, STATEMENT_FAULTS } from "./faults/failing-database.ts";
import { startFaultPlatform } from "./faults/fault-platform.ts";

const { values } = parseArgs({ options: { case: { type: "string", default: "" } } });
const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const platform = await startFaultPlatform();
const begun = performance.now();
let statements = 0;
const faults: string[] = [];
for (const each of faultCases.filter(({ title }) => title.includes(values.case))) {
  const twin = await undisturbed(platform, each);
  const counts: string[] = [];
  for (const fault of STATEMENT_FAULTS) {
    const outcome = await attackUseCase(platform, each, fault, twin);
    counts.push(`${fault} ${outcome.failed}`);
    statements += outcome.failed;
    faults.push(...outcome.faults.map((one) => `${each.title}, ${fault}: ${one}`));
  }
  for (const code of CONFLICT_CODES) {
    const outcome = await attackByConflicts(platform, each, { code, first: 1, stride: 1 }, twin);
    counts.push(`${code} ${outcome.failed}`);
    statements += outcome.failed;
    faults.push(...outcome.faults.map((one) => `${each.title}, ${code}: ${one}`));
  }
  console.log(`${each.useCase}: ${each.title}: ${counts.join(", ")}`);
}
await platform.stop();
await server.stop();
for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`);
const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
console.log(`${faultCases.length} cases, ${statements} statements failed, ${faults.length} faults, ${seconds} s`);
process.exitCode = faults.length === 0 ? 0 : 1;
