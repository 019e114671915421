import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Examples } from "@counterfoil/http";
import { systemClock } from "@counterfoil/service";
import startDatabases from "../postgres/global-setup.ts";
import { exampleChecker } from "./check-examples.ts";
import { chooseExamples } from "./choose-examples.ts";
import type { ExampledDocument } from "./found-operation.ts";
import { CANDIDATES_FILE, DOCUMENT_FILE, type NotedCandidates, RECORDINGS } from "./recorded-environment.ts";

const EXAMPLES = join(import.meta.dirname, "../../../http/src/openapi/examples.gen.json");

/**
 * Vitest's global setup of the project "examples": starts the databases, and writes the file of examples after the last
 * story.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const stop = await startDatabases();
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-recorded-"));
  await writeFile(join(folder, CANDIDATES_FILE), "");
  process.env[RECORDINGS] = folder;
  const from = Date.parse(systemClock.now());
  return async () => {
    Reflect.deleteProperty(process.env, RECORDINGS);
    await stop();
    await writeExamples(folder, { from, to: Date.parse(systemClock.now()) });
    await rm(folder, { recursive: true });
  };
}

async function writeExamples(folder: string, recording: { from: number; to: number }): Promise<void> {
  const lines = (await readFile(join(folder, CANDIDATES_FILE), "utf8")).split("\n").filter((line) => line !== "");
  if (lines.length === 0) throw new Error("No story was recorded.");
  const document = JSON.parse(await readFile(join(folder, DOCUMENT_FILE), "utf8")) as ExampledDocument;
  const present = JSON.parse(await readFile(EXAMPLES, "utf8")) as Examples;
  const noted = lines.map((line) => JSON.parse(line) as NotedCandidates);
  const examples = chooseExamples(document, noted, present, recording);
  await writeFile(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
  const checker = exampleChecker(document);
  const lacking = [
    ...checker.operationIds.flatMap((id) => checker.faultsOfOperation(id, examples.operations[id])),
    ...checker.webhookTypes.flatMap((type) => checker.faultsOfWebhook(type, examples.webhooks[type])),
  ];
  console.log(
    `Recorded ${lines.length} candidates: examples of ${Object.keys(examples.operations).length} operations, ` +
      `${Object.keys(examples.webhooks).length} webhooks and ${Object.keys(examples.problems).length} errors.`,
  );
  const unlisted = [...new Set(noted.flatMap((one) => one.unlisted ?? []))].toSorted();
  if (unlisted.length > 0) console.log(`Different from the document:\n${unlisted.join("\n")}`);
  if (lacking.length > 0) console.log(`Still missing:\n${lacking.join("\n")}`);
}
