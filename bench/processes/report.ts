import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { loadShape } from "../platform/event-load.ts";
import { resultsFolder } from "../platform/results-folder.ts";
import { median } from "../platform/median.ts";
import { drawBars } from "./bars.ts";
import { type Cell, CONNECTIONS, PER_REQUEST, type Turn, USAGE_PER_ACCOUNT } from "./turns.ts";

/** The turns of one cell in all rounds. */
export interface Measurements {
  readonly cell: Cell;
  readonly events: readonly Turn[];
  readonly billing: readonly Turn[];
  readonly both: readonly Turn[];
}

export interface About {
  readonly version: string;
  /** How many rounds were quiet. */
  readonly kept: string;
  readonly eventsOfATurn: number;
  readonly subscriptions: number;
}

/** Writes `processes.svg` and `processes.md` into bench/results. Returns the text. */
export async function writeReport(all: readonly Measurements[], about: About): Promise<string> {
  const folder = await resultsFolder();
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}, PostgreSQL ${about.version}`;
  await writeFile(join(folder, "processes.svg"), picture(all, machine));
  const report = text(all, about, machine);
  await writeFile(join(folder, "processes.md"), report);
  return report;
}

const of = (turns: readonly Turn[], figure: (turn: Turn) => number): number => median(turns.map(figure));
const eventRate = ({ eventsPerSecond }: Turn) => eventsPerSecond;
const invoiceRate = ({ invoicesPerSecond }: Turn) => invoicesPerSecond;
const nameOf = ({ apis, workers }: Cell) => `${apis} API, ${workers} worker${workers === 1 ? "" : "s"}`;

function picture(all: readonly Measurements[], machine: string): string {
  const bars = (figure: (each: Measurements) => number) =>
    all.map((each) => ({ name: nameOf(each.cell), value: figure(each) }));
  return drawBars({
    title: "Several processes on one PostgreSQL",
    subtitle: machine,
    panels: [
      { title: "Usage events alone, events/s", bars: bars(({ events }) => of(events, eventRate)) },
      { title: "Billing alone, invoices/s", bars: bars(({ billing }) => of(billing, invoiceRate)) },
      { title: "Both at once, events/s", bars: bars(({ both }) => of(both, eventRate)) },
      { title: "Both at once, invoices/s", bars: bars(({ both }) => of(both, invoiceRate)) },
    ],
  });
}

function text(all: readonly Measurements[], about: About, machine: string): string {
  const waits = (turns: readonly Turn[]) =>
    [
      of(turns, (turn) => turn.waits.locks),
      of(turns, (turn) => turn.waits.latches),
      of(turns, (turn) => turn.waits.disk),
    ]
      .map((mean) => mean.toFixed(1))
      .join(" / ");
  const micros = (turns: readonly Turn[], figure: (turn: Turn) => number) =>
    of(turns, (turn) => (figure(turn) / turn.events) * 1e6).toFixed(1);
  const millis = (turns: readonly Turn[], figure: (turn: Turn) => number) =>
    of(turns, (turn) => (figure(turn) / turn.invoices) * 1e3).toFixed(2);
  const rows = all.map(({ cell, events, billing, both }) => [
    cell.apis,
    cell.workers,
    of(events, eventRate).toFixed(0),
    `${micros(events, ({ cpu }) => cpu.apis)} + ${micros(events, ({ cpu }) => cpu.database)}`,
    waits(events),
    of(billing, invoiceRate).toFixed(0),
    `${millis(billing, ({ cpu }) => cpu.workers)} + ${millis(billing, ({ cpu }) => cpu.database)}`,
    waits(billing),
    `${of(both, eventRate).toFixed(0)}, ${of(both, invoiceRate).toFixed(0)}`,
    waits(both),
  ]);
  return `# Several processes on one PostgreSQL

![Events and invoices per second, by number of processes](processes.svg)

${machine}. All processes, PostgreSQL with durable commits and the client are on the same cores. Rounds kept: ${about.kept}. Medians.

| API | Workers | Events/s | CPU µs an event, API + PostgreSQL | Waiting | Invoices/s | CPU ms an invoice, worker + PostgreSQL | Waiting | Both: events/s, invoices/s | Waiting |
|---|---|---|---|---|---|---|---|---|---|
${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}

"Waiting" is the mean number of connections that wait within PostgreSQL for a lock / for shared memory / for the disk.

Load: ${loadShape.replaceAll(/\s+/g, " ")}; batches of ${PER_REQUEST} on ${CONNECTIONS} connections, which are divided among the processes
of the API, ${about.eventsOfATurn} events a turn. Billing: ${about.subscriptions} subscriptions due at once, five lines and ${USAGE_PER_ACCOUNT} events each; a worker has two lanes.
Four processes of the API and two workers run all the time; those of the row work.

\`npm run bench -- processes\`
`;
}
