import { createDocumentRenderer } from "@counterfoil/documents";
import { Coverage } from "./coverage.ts";
import { expectedFeatures, rareFeatures } from "./expected-features.ts";
import { createProcesses } from "./platform/processes.ts";
import { startSimulationServer } from "./platform/server.ts";
import { runSeed, type RunReport, type Surroundings } from "./run.ts";

export interface SimulateOptions {
  readonly firstSeed: number;
  readonly runs: number;
  /** Concurrent organizations. */
  readonly lanes: number;
  readonly showsScript: boolean;
  readonly without: ReadonlySet<number>;
  readonly through?: number;
}

export async function simulate(options: SimulateOptions): Promise<boolean> {
  const { firstSeed, runs, lanes, without, through, showsScript } = options;
  const server = await startSimulationServer();
  const processes = createProcesses(server);
  const documents = createDocumentRenderer();
  let made = 0;
  const surroundings: Surroundings = {
    server,
    processes,
    documents,
    nextOrganizationId: (seed) => `org_${String(seed).padStart(12, "0")}${String((made += 1)).padStart(14, "0")}`,
  };
  console.log(`${runs} organizations from seed ${firstSeed} on, on PostgreSQL ${server.version}`);
  const began = performance.now();
  const coverage = new Coverage();
  const reports: RunReport[] = [];
  let next = firstSeed;
  const lane = async (): Promise<void> => {
    while (next < firstSeed + runs) {
      const seed = next;
      next += 1;
      const report = await runSeed(surroundings, { seed, without, ...(through === undefined ? {} : { through }) });
      reports.push(report);
      if (reports.length % Math.ceil(runs / 10) === 0) console.log(`${reports.length} of ${runs} runs`);
      coverage.add(report.coverage);
      if (showsScript) console.log(report.script.join("\n"));
      if (report.faults.length > 0) {
        console.log(`seed ${seed} fails after ${report.steps} steps:\n  ${report.faults.slice(0, 12).join("\n  ")}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await documents.close();
    await processes.stop();
    await server.stop();
  }
  const sum = (of: (report: RunReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  const failed = reports.filter(({ faults }) => faults.length > 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const [feature, times] of coverage.entries()) console.log(`  ${feature.padEnd(44)} ${times}`);
  console.log(
    `${runs} runs, ${failed.length} failed; ${sum((one) => one.steps)} steps, ${sum((one) => one.invoices)} invoices, ` +
      `${sum((one) => one.lines)} lines, ${sum((one) => one.events)} events, ${sum((one) => one.kills)} kills, ${seconds} s`,
  );
  for (const { seed } of failed) console.log(`Again: npm run simulate -- --seed ${seed} --script`);
  const missing = coverage.missing([
    ...(runs < ENOUGH_FOR_MOST ? [] : expectedFeatures),
    ...(runs < ENOUGH_FOR_ALL ? [] : rareFeatures),
  ]);
  if (missing.length > 0) console.log(`Never happened: ${missing.join(", ")}`);
  return failed.length === 0 && missing.length === 0;
}

/** Number of runs after which every common feature must have taken part, and after which rare ones must. */
const ENOUGH_FOR_MOST = 80;
const ENOUGH_FOR_ALL = 300;
