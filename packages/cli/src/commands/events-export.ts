import { type EventReading, exportEvents } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { EVENT_FORMATS, type EventFormat } from "../events/event-format.ts";
import { grouped } from "../events/import-report.ts";
import { csvWriter, ndjsonWriter } from "../events/write-events.ts";
import { writeExport } from "../events/write-export.ts";
import { chooseOrganization, organizationOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext } from "../platform/ports.ts";
import { readRemotely } from "../remote/export-remotely.ts";
import { isRemote } from "../remote/is-remote.ts";
import { profileOption } from "../remote/remote-server.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps, type StepProgress } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

export const eventsExport: Command = {
  description: [
    "Exports a snapshot as of the start, in the order in which Counterfoil counted the events. events import accepts",
    "the output.",
    WHICH_DATABASE,
    "With --remote or --profile, reads the events through the API of a server (login), which is no snapshot.",
  ].join("\n"),
  example: "events export --format csv --from 2026-01-01 --to 2026-02-01 --gzip --output january.csv.gz",
  options: {
    organization: organizationOption,
    account: { type: "string", value: "ID", help: "Only events of this account, by ID or alias" },
    "event-name": { type: "string", value: "NAME", help: "Only events of this name" },
    from: { type: "string", value: "TIME", help: "Only events at or after this timestamp or date" },
    to: { type: "string", value: "TIME", help: "Only events before this timestamp or date" },
    format: { type: "string", value: "FORMAT", help: `${EVENT_FORMATS.join(" or ")} (default: ${EVENT_FORMATS[0]})` },
    output: { type: "string", value: "FILE", help: "Write to this file (default: standard output)" },
    gzip: { type: "boolean", help: "Compress with gzip" },
    remote: {
      type: "boolean",
      help: "Read the events from a server with the key of login, instead of from a database",
    },
    ...profileOption,
    ...dataOption,
  },
  async run(invocation) {
    const format = readFormat(invocation.text("format"));
    const stop = listenForStop();
    const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
    const selection = {
      account: invocation.text("account"),
      eventName: invocation.text("event-name"),
      from: invocation.text("from"),
      to: invocation.text("to"),
    };
    const target = { output: invocation.text("output"), isPacked: invocation.flag("gzip"), signal: stop.signal };
    await steps.run("Events", async (progress) => {
      const count = { events: 0 };
      const work = (reading: EventReading) => writeExport(textOf(reading, format, counting(count, progress)), target);
      if (isRemote(invocation)) await readRemotely(invocation, selection, work);
      else {
        await onDatabase(readConfiguration(invocation, process.env), async (ports, ownerUrl) => {
          const { id } = await chooseOrganization(ownerUrl, invocation.text("organization"));
          await exportEvents(commandContext(ports, id, "events export"), selection, work);
        });
      }
      return { said: `${grouped(count.events)} events exported` };
    });
    stop.end();
    return 0;
  },
};

function readFormat(given: string = EVENT_FORMATS[0]): EventFormat {
  const format = EVENT_FORMATS.find((known) => known === given);
  if (format !== undefined) return format;
  throw new CommandError(`--format is "${given}"; expected ${EVENT_FORMATS.join(" or ")}.`, 2);
}

/** The text of the export, some thousand events at a time. */
async function* textOf(
  reading: EventReading,
  format: EventFormat,
  count: (events: number) => void,
): AsyncGenerator<string> {
  const writer = format === "csv" ? csvWriter(await reading.propertyNames(), await reading.hasCosts()) : ndjsonWriter;
  if (writer.head !== "") yield writer.head;
  for await (const events of reading.events()) {
    yield events.map(writer.write).join("");
    count(events.length);
  }
}

/** Without a terminal, progress adds a line each time this many events were exported. */
const TOLD_EACH_EVENTS = 1_000_000;

function counting(count: { events: number }, { tell }: StepProgress): (events: number) => void {
  const began = performance.now();
  return (events) => {
    const before = count.events;
    count.events += events;
    const isNext = Math.floor(count.events / TOLD_EACH_EVENTS) > Math.floor(before / TOLD_EACH_EVENTS);
    if (!process.stderr.isTTY && !isNext) return;
    const rate = Math.round((count.events / (performance.now() - began)) * 1_000);
    tell(`${grouped(count.events)} events, ${grouped(rate)}/s`);
  };
}
