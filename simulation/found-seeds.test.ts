import { createDocumentRenderer } from "@counterfoil/documents";
import { afterAll, expect, test } from "vitest";
import { createProcesses } from "./platform/processes.ts";
import { startSimulationServer } from "./platform/server.ts";
import { runSeed } from "./run.ts";

/** Seeds that once failed, with what was wrong. What they taught about billing is told by tests of the engine and stories, too. */
const FOUND: [seed: number, fault: string][] = [
  [48, "a price that had begun without a charge was not charged when it came back with one"],
  [64, "an end before the agreed one, with nothing given back, was audited beyond the term"],
  [66, "a later date was billed before a draft that had waited was issued"],
  [81, "a price that was sold only while it was paused was audited as staying charged"],
  [136, "a price that went on after all on the day it had left was audited as gone"],
  [175, "the grace of a correction was audited in the zone of a later day"],
  [268, "a credit was lost because what it gives back was on a skipped invoice"],
  [282, "days that stayed charged after a price left on the day it was billed were not given back when paused"],
  [358, "a period that was billed on the day its price left was billed again when it came back"],
  [381, "a day that was given back and charged anew was taken for billed twice"],
  [390, "a day that had begun in one zone and was still to come in the next was audited too early"],
  [442, "a skipped draft had to have a number"],
  [550, "a change was audited on days that are still to come after a move west"],
  [699, "a correction that was due at once was put off by a move west"],
  [760, "a credit of what a skipped invoice had charged was taken for one of nothing"],
  [857, "a change on an invoiced day that is still to come after a move west was audited too late"],
];

const server = await startSimulationServer();
const processes = createProcesses(server);
const documents = createDocumentRenderer();
afterAll(async () => {
  await documents.close();
  await processes.stop();
  await server.stop();
});

test.each(FOUND)("seed %i: %s", async (seed) => {
  const nextOrganizationId = (one: number) => `org_found${one}`;
  const { faults, invoices } = await runSeed({ server, processes, documents, nextOrganizationId }, { seed });
  expect(faults).toEqual([]);
  expect(invoices).toBeGreaterThan(0);
});
