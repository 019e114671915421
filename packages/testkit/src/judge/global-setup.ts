import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import startDatabases from "../postgres/global-setup.ts";
import { JUDGEMENTS, type NotedJudgement } from "./judged-environment.ts";

/** With fewer requests than this, the judge did not see the traffic. */
const FEWEST_REQUESTS = 500;
const FEWEST_OPERATIONS = 80;

/**
 * Vitest's global setup of the project "judged": starts the databases, and prints what the judge saw after the last
 * story.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const stop = await startDatabases();
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-judged-"));
  const path = join(folder, "judgements.ndjson");
  await writeFile(path, "");
  process.env[JUDGEMENTS] = path;
  return async () => {
    Reflect.deleteProperty(process.env, JUDGEMENTS);
    const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
    await rm(folder, { recursive: true });
    await stop();
    report(lines.map((line) => JSON.parse(line) as NotedJudgement));
  };
}

function report(noted: readonly NotedJudgement[]): void {
  const sum = (member: "judged" | "refused" | "outside") => noted.reduce((total, one) => total + one[member], 0);
  const operations = new Set(noted.flatMap((one) => one.operations));
  const types = new Set(noted.flatMap((one) => one.notifications));
  console.log(
    `Prism judged ${sum("judged")} requests of ${operations.size} operations. ${sum("refused")} invalid requests were rejected as intended, ` +
      `${sum("outside")} were outside of the API. Notifications of ${types.size} types match the document.`,
  );
  if (process.env["COUNTERFOIL_JUDGED"] !== "all") return;
  if (sum("judged") < FEWEST_REQUESTS || operations.size < FEWEST_OPERATIONS) {
    throw new Error(`At least ${FEWEST_REQUESTS} requests of ${FEWEST_OPERATIONS} operations must be judged.`);
  }
}
