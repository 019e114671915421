import { resolve, join, dirname } from "node:path";
import { checkEvents, type Context, ingestEvents, type IngestionContext } from "@counterfoil/service";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { type ColumnMapping, readMapping } from "../events/csv-columns.ts";
import { type EventFile, findEventFile } from "../events/event-file.ts";
import { EVENT_FORMATS, type EventFormat } from "../events/event-format.ts";
import { eventsOf, grouped, type ImportOutcome } from "../events/import-report.ts";
import type { Settled } from "../events/import-events.ts";
import { type AskedStanding, findStanding, type ImportStanding } from "../events/import-standing.ts";
import { lockImport } from "../events/lock-import.ts";
import { runImport } from "../events/run-import.ts";
import { chooseOrganization, organizationOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { asOwner } from "../platform/owner-connection.ts";
import { commandContext } from "../platform/ports.ts";
import { importRemotely } from "../remote/import-remotely.ts";
import { isRemote } from "../remote/is-remote.ts";
import { profileOption } from "../remote/remote-server.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { sessionUrl } from "../platform/session-url.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** Exit code of a complete import with rejected lines. */
const WITH_REJECTS = 3;
const STOPPED = 130;

export const eventsImport: Command = {
  description: [
    "FILE is NDJSON or CSV, optionally compressed with gzip; - reads standard input. An ID counts once, so you can",
    "import a file again. Run the same command again to continue an interrupted import. Rejected lines are listed in",
    "FILE.rejects.ndjson, with the reason.",
    WHICH_DATABASE,
    "With --remote or --profile, the events go through the API of a server (login).",
    "See docs/events-import.md.",
  ].join("\n"),
  example: "events import usage.csv --map account=customer_id --map properties.calls=requests",
  operand: "FILE",
  options: {
    organization: organizationOption,
    format: {
      type: "string",
      value: "FORMAT",
      help: `${EVENT_FORMATS.join(" or ")} (default: detected from the content)`,
    },
    map: {
      type: "string",
      value: "NAME=COLUMN",
      help: "CSV column of uniqueId, account, eventName, timestamp or properties.X; can be repeated",
      isRepeatable: true,
    },
    rejects: { type: "string", value: "REJECTS", help: "File for rejected lines (default: FILE.rejects.ndjson)" },
    remote: { type: "boolean", help: "Send the events to a server with the key of login, instead of to a database" },
    ...profileOption,
    "dry-run": { type: "boolean", help: "Check every line without storing anything" },
    "from-start": { type: "boolean", help: "Start over instead of continuing an interrupted import" },
    ...dataOption,
    json: { type: "boolean", help: "Print {events, ingested, duplicates, rejected, rejects, complete}" },
  },
  async run(invocation) {
    const { operand, format, mapping } = readRequest(invocation);
    const file = await findEventFile(operand);
    const isDryRun = invocation.flag("dry-run");
    const rejectsPath = rejectsPathOf(file, invocation.text("rejects"), isDryRun);
    const configuration = readConfiguration(invocation, process.env);
    const stop = listenForStop();
    const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
    let unmatched = 0;
    const importFor = async ({ id: organizationId, name, settle }: Target): Promise<ImportOutcome> => {
      console.error(`${isDryRun ? "Checking" : "Importing"} ${file.name} for ${name} (${organizationId})`);
      const standingPath = isDryRun || file.identity === null ? null : standingPathOf(file, rejectsPath);
      const asked = { organizationId, file, format, rejectsPath };
      const isFromStart = standingPath === null || invocation.flag("from-start");
      const kept = isFromStart ? undefined : await keptStanding(standingPath, asked);
      const isTerminal = process.stderr.isTTY;
      return steps.run("Events", (progress) =>
        runImport({ ...asked, mapping, standingPath, kept, settle, progress, isTerminal, signal: stop.signal }),
      );
    };
    const outcome = isRemote(invocation)
      ? await importRemotely(invocation, rejectsPath, importFor)
      : await onDatabase(configuration, async (ports, ownerUrl) => {
          const organization = await chooseOrganization(ownerUrl, invocation.text("organization"));
          const organizationId = organization.id;
          const context = commandContext(ports, organizationId, "events import");
          return asOwner(await sessionUrl(ownerUrl, configuration), async (owner) => {
            await lockImport(owner, { organizationId, file, rejectsPath, isDryRun });
            const settle = isDryRun
              ? (events: readonly unknown[]) => check(context, events, (count) => (unmatched += count))
              : settleWith(context);
            return importFor({ ...organization, settle });
          });
        });
    stop.end();
    if (invocation.flag("json")) console.log(JSON.stringify(figures(outcome, rejectsPath)));
    else console.log(summary(outcome, { rejectsPath, isDryRun, unmatched, canGoOn: file.identity !== null }));
    if (!outcome.isComplete) return STOPPED;
    return outcome.standing.rejected > 0 ? WITH_REJECTS : 0;
  },
};

/** An organization, and how its events are stored. */
interface Target {
  readonly id: string;
  readonly name: string;
  readonly settle: (events: readonly unknown[]) => Promise<Settled>;
}

function readRequest(invocation: Invocation): {
  operand: string;
  format: EventFormat | undefined;
  mapping: ColumnMapping;
} {
  const { operand } = invocation;
  if (operand === undefined) throw new CommandError("Name the file to import, or - for standard input.", 2);
  const given = invocation.text("format");
  const format = EVENT_FORMATS.find((known) => known === given);
  if (given !== undefined && format === undefined) {
    throw new CommandError(`--format is "${given}"; expected ${EVENT_FORMATS.join(" or ")}.`, 2);
  }
  const mapping = readMapping(invocation.texts("map"));
  return { operand, format, mapping };
}

/**
 * By default in the folder of the file. A dry run has its own file, because an interrupted import may still need its
 * rejects.
 */
function rejectsPathOf(file: EventFile, given: string | undefined, isDryRun: boolean): string {
  const name = isDryRun ? "dry-run.rejects.ndjson" : "rejects.ndjson";
  const path = resolve(given ?? `${file.path ?? "events"}.${name}`);
  if (path === file.path) throw new CommandError("--rejects names the file to import; choose another one.", 2);
  return path;
}

/** Finds the progress of an interrupted import. Prints where the import continues, or why it starts over. */
async function keptStanding(standingPath: string, asked: AskedStanding): Promise<ImportStanding | undefined> {
  const found = await findStanding(standingPath, asked);
  if (found === undefined) return undefined;
  if ("refusal" in found) {
    console.error(`Starting over: ${found.refusal}. Events stored already count as duplicates.`);
    return undefined;
  }
  console.error(`Resuming at line ${found.line}, where the last run stopped.`);
  return found;
}

/** In the folder of the rejects: the file's own folder may be read-only. */
function standingPathOf(file: EventFile, rejectsPath: string): string {
  return join(dirname(rejectsPath), `.${file.name}.import.json`);
}

function settleWith(context: IngestionContext) {
  return async (events: readonly unknown[]): Promise<Settled> => {
    const { ingested, duplicates, errors } = await ingestEvents(context, events);
    return { ingested: ingested.length, duplicates: duplicates.length, errors };
  };
}

async function check(context: Context, events: readonly unknown[], count: (unmatched: number) => void) {
  const { errors, unmatched } = await checkEvents(context, events);
  count(unmatched);
  return { ingested: events.length - errors.length, duplicates: 0, errors };
}

function figures({ standing, isComplete }: ImportOutcome, rejectsPath: string) {
  const { ingested, duplicates, rejected } = standing;
  const rejects = rejected > 0 ? rejectsPath : null;
  return { events: eventsOf(standing), ingested, duplicates, rejected, rejects, complete: isComplete };
}

interface SummaryFacts {
  readonly rejectsPath: string;
  readonly isDryRun: boolean;
  readonly unmatched: number;
  readonly canGoOn: boolean;
}

function summary({ standing, isComplete }: ImportOutcome, facts: SummaryFacts): string {
  const { ingested, duplicates, rejected, line } = standing;
  const goOn = facts.canGoOn && !facts.isDryRun ? "continues from there" : "starts over";
  return [
    ...(isComplete ? [] : [`Stopped before line ${line}. The same command ${goOn}.`]),
    facts.isDryRun
      ? `${grouped(ingested)} events valid, ${grouped(facts.unmatched)} of them for unknown accounts`
      : `${grouped(ingested)} events ingested, ${grouped(duplicates)} duplicates`,
    `${grouped(rejected)} rejected${rejected > 0 ? `, listed in ${facts.rejectsPath}` : ""}`,
  ].join("\n");
}
