import { performance } from "node:perf_hooks";
import { applicationUrl } from "@counterfoil/storage";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { type Configuration, configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { type DatabaseServer, openDatabaseServer } from "../platform/database-server.ts";
import { endProcess } from "../platform/end-process.ts";
import { keepRetention } from "../platform/keep-retention.ts";
import { migrateDatabase } from "../platform/migrate-database.ts";
import { startPlatform } from "../platform/platform.ts";
import { openPorts } from "../platform/ports.ts";
import { refusePoolers } from "../platform/refuse-pooler.ts";
import { refuseWrongClock } from "../platform/refuse-wrong-clock.ts";
import { refuseTakenPort } from "../platform/port.ts";
import { makeSecretKey, openSecrets } from "../platform/secret-keys.ts";
import { listenForStop, type StopRequest } from "../platform/stop-request.ts";
import type { StopOutcome } from "../platform/stop-within.ts";
import { type FirstOrganization, findOrMakeOrganization } from "../start/first-organization.ts";
import { findRunning, removeStarted, type Started, writeStarted } from "../start/started-file.ts";
import { alreadyRuns, summary } from "../start/summary.ts";
import { outliveReader } from "../terminal/closed-output.ts";
import { showSteps, type Steps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

export const start: Command = {
  description: [
    "Starts PostgreSQL on the data folder (or uses the server at DATABASE_URL), migrates the database, and fills an",
    "empty database with demo data. Then runs the API and a worker until Ctrl-C. The next start continues with the",
    "same data.",
  ].join("\n"),
  example: "start --empty --port 9000",
  options: {
    empty: { type: "boolean", help: "Create an empty organization instead of demo data" },
    ...configurationOptions,
    json: { type: "boolean", help: "Print the contents of started.json instead of the summary" },
  },
  run: runStart,
};

async function runStart(invocation: Invocation): Promise<number> {
  const configuration = readConfiguration(invocation, process.env, { logLevel: "error" });
  const style = styleFor(process.stdout, process.env);
  const json = invocation.flag("json");
  const running = await findRunning(configuration.dataFolder);
  if (running !== undefined) {
    console.log(json ? JSON.stringify(running) : alreadyRuns(running, style));
    return 0;
  }
  await refuseTakenPort(configuration);
  outliveReader();
  const stop = listenForStop();
  try {
    return await runUntilStopped(configuration, { empty: invocation.flag("empty"), json }, stop);
  } finally {
    stop.end();
  }
}

async function runUntilStopped(
  configuration: Configuration,
  { empty, json }: { empty: boolean; json: boolean },
  stop: StopRequest,
): Promise<number> {
  // Progress goes to standard error with `--json`, so that standard output contains only the result.
  const screen = json ? process.stderr : process.stdout;
  const style = styleFor(screen, process.env);
  const steps = showSteps(screen, style);
  screen.write("\n");
  let outcome: StopOutcome = "finished";
  const database = await steps.run("Database", ({ tell }) => openDatabaseServer(configuration, tell));
  try {
    await makeSecretKey(configuration);
    const organization = await prepare(configuration, { database, empty, steps, signal: stop.signal });
    await keepRetention(database.ownerUrl, configuration);
    if (stop.signal.aborted) throw new CommandError("Stopped during startup. The data is kept.", 130);
    const platform = await steps.run("API", async () => {
      const started = await startPlatform(database.ownerUrl, configuration);
      return { ...started, said: started.url };
    });
    const { apiKey, signIn } = organization;
    const { email, password } = signIn ?? { email: null, password: null };
    const started: Started = { url: platform.url, apiKey, email, password, pid: process.pid };
    try {
      await writeStarted(configuration.dataFolder, started);
      const facts = { ...started, organization: organization.name, tookMilliseconds: performance.now() };
      console.log(json ? JSON.stringify(started) : summary(facts, style));
      const databaseEnd = await Promise.race([stop.came.then(() => null), database.exited]);
      if (databaseEnd !== null) throw new CommandError(databaseGone(databaseEnd, configuration));
      screen.write("\n  Stopping after running requests and jobs (press Ctrl-C again to stop immediately)\n");
    } finally {
      await removeStarted(configuration.dataFolder);
      outcome = await platform.stop();
    }
  } finally {
    await database.stop();
  }
  screen.write("  Stopped. The data is kept.\n");
  return endProcess(outcome);
}

interface Preparation {
  readonly database: DatabaseServer;
  readonly empty: boolean;
  readonly steps: Steps;
  readonly signal: AbortSignal;
}

/**
 * Migrates the database, then finds or creates the organization. If interrupted, the next start continues from there.
 */
async function prepare(
  configuration: Configuration,
  { database: { ownerUrl }, empty, steps, signal }: Preparation,
): Promise<FirstOrganization> {
  await steps.run("Schema", async ({ tell }) => {
    const applied = await migrateDatabase(ownerUrl, tell);
    if (configuration.databaseUrl !== null) await refusePoolers(ownerUrl);
    return { said: applied.length === 0 ? "up to date" : `${applied.length} migrations applied` };
  });
  return steps.run(empty ? "Organization" : "Demo data", async (progress) => {
    const ports = openPorts(applicationUrl(ownerUrl), {
      secrets: await openSecrets(configuration),
      drawing: configuration.capacity.documents,
    });
    try {
      await refuseWrongClock(ports);
      return await findOrMakeOrganization({ ownerUrl, configuration, ports, empty, progress, signal });
    } finally {
      await ports.close();
    }
  });
}

function databaseGone(how: string, { dataFolder }: Configuration): string {
  return `The database stopped (${how}). See its log, ${dataFolder}/postgres.log, then start again. No committed data is lost.`;
}
