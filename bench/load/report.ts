import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { loadShape } from "../platform/event-load.ts";
import { resultsFolder } from "../platform/results-folder.ts";
import { BATCH, type Day, FLOODING_SENDERS, PER_SECOND, phases, stretches } from "./day.ts";
import { colors } from "../platform/svg.ts";
import { drawPicture, type Panel } from "./picture.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { Recorder, Second } from "./record.ts";

/** Results that are known only at the end, in addition to the seconds. */
export interface Outcome {
  readonly version: string;
  readonly eventsPerSecond: number;
  readonly foreignShare: number;
  readonly storedRows: number;
  readonly probed: number;
  readonly misses: number;
  readonly told: number;
  readonly tellable: number;
  readonly signUps: number;
  readonly invoices: number;
  readonly newMetric: { readonly at: number; readonly seconds: number };
}

/** Writes `load.svg` and `load.md` into bench/results. Returns the text. */
export async function writeReport(day: Day, recorder: Recorder, outcome: Outcome): Promise<string> {
  const folder = await resultsFolder();
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`;
  const about = `${machine}, PostgreSQL ${outcome.version}`;
  await writeFile(join(folder, "load.svg"), picture(day, recorder.seconds, about));
  const report = text(day, recorder, outcome, about);
  await writeFile(join(folder, "load.md"), report);
  return report;
}

function picture(day: Day, seconds: readonly Second[], about: string): string {
  const of = (figure: (second: Second) => number | null) => seconds.map(figure);
  const latency = (title: string, figure: "p50" | "p99"): Panel => {
    const line = (name: string, kind: Kind, color: string) => ({
      name,
      color,
      values: of((second) => second.latency[kind][figure]),
    });
    return {
      title,
      unit: "milliseconds",
      scale: "logarithmic",
      lines: [
        line("batch", "batch", colors.blue),
        line("single event", "single", colors.purple),
        line("usage read", "read", colors.orange),
        line("entitlement check", "check", colors.green),
      ],
    };
  };
  return drawPicture({
    title: titleOf(day),
    subtitle: about,
    at: of(({ at }) => at) as number[],
    seconds: day.seconds,
    stretches: stretches(day.seconds),
    panels: [
      {
        title: "Events stored",
        unit: "a second",
        scale: "linear",
        lines: [{ name: "stored", color: colors.blue, values: of(({ stored, length }) => stored / length) }],
      },
      {
        title: "Requests refused with 503 and Retry-After",
        unit: "a second",
        scale: "linear",
        lines: [{ name: "refused", color: colors.orange, values: of(({ refused, length }) => refused / length) }],
      },
      latency("Median latency", "p50"),
      latency("99th percentile of latency", "p99"),
      {
        title: "From an event's answer to the reading that shows it, slowest",
        unit: "milliseconds",
        scale: "logarithmic",
        lines: [{ name: "probe", color: colors.blue, values: of(({ latency: { probe } }) => probe.p99) }],
      },
      {
        title: "Memory",
        unit: "MiB",
        scale: "linear",
        lines: [
          { name: "server", color: colors.blue, values: of(({ serverMemory }) => serverMemory) },
          { name: "PostgreSQL", color: colors.green, values: of(({ databaseMemory }) => databaseMemory) },
        ],
      },
    ],
  });
}

function titleOf({ seconds }: Day): string {
  return `A day in ${seconds === 60 ? "a minute" : `${seconds / 60} minutes`}`;
}

function text(day: Day, recorder: Recorder, outcome: Outcome, about: string): string {
  const rows = phases.map(({ name }) => {
    const seconds = recorder.seconds.filter(({ phase }) => phase === name);
    const sum = (figure: (second: Second) => number) => seconds.reduce((total, second) => total + figure(second), 0);
    const most = (figure: (second: Second) => number) => Math.max(0, ...seconds.map(figure)).toFixed(0);
    const latency = recorder.latencyOf(name);
    const shown = kinds.map((kind) => `${fixed(latency[kind].p50)} / ${fixed(latency[kind].p99)}`);
    const rate = (sum(({ stored }) => stored) / sum(({ length }) => length)).toFixed(0);
    const memory = [most(({ serverMemory }) => serverMemory), most(({ databaseMemory }) => databaseMemory)];
    return `| ${[name, rate, sum(({ refused }) => refused), ...shown, ...memory].join(" | ")} |`;
  });
  return `# ${titleOf(day)}

![Events, refusals, latency, visibility and memory, second by second](load.svg)

${about}; server with worker, PostgreSQL (durable commits) and all clients on the same cores. Something else took
${(outcome.foreignShare * 100).toFixed(0)} % of the cores.

| phase | events stored a second | requests refused | batch | single event | usage read | entitlement check | answer to visible | server MiB | PostgreSQL MiB |
|---|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}

Latencies are p50 / p99 in milliseconds, counted from when a request was due, so waiting for a free connection is in them; memory is
the most of a phase.

- Events: ${recorder.stored} answered as stored, ${outcome.storedRows} rows in the database.
- Visible at once: ${outcome.probed} events were read right after their response, ${outcome.misses} readings missed one.
- Backpressure: ${recorder.refused} requests got 503 with \`Retry-After\`, waited for that long, and were sent again.
- Live tail: a reader of one event name received ${outcome.told} of ${outcome.tellable} events.
- Worker: ${outcome.signUps} subscriptions were created meanwhile and ${outcome.invoices} invoices issued; a metric that was created after
  ${outcome.newMetric.at.toFixed(0)} s had its totals from all events before it ${outcome.newMetric.seconds.toFixed(1)} s later.

Load: ${loadShape.replaceAll(/\s+/g, " ")}.
At the pace of the day ${outcome.eventsPerSecond} events/s in batches of ${BATCH}, and each second ${PER_SECOND.single} single events, ${PER_SECOND.read} usage reads,
${PER_SECOND.check} entitlement checks, ${PER_SECOND.signUp} sign-ups, ${PER_SECOND.probe} probes at most. At night a quarter of it, in the evening 60 %. The flood is the
day with ${FLOODING_SENDERS} senders more, each with a batch of 1,000 always under way.

\`npm run bench -- load ${day.seconds / 60} ${outcome.eventsPerSecond}\`
`;
}

function fixed(milliseconds: number | null): string {
  return milliseconds === null ? "–" : milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
}
