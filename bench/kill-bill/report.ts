import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { availableParallelism } from "node:os";
import { machineInWords } from "../platform/machine-in-words.ts";
import { median } from "../platform/median.ts";
import { drawGroups, inBothThemes } from "../platform/grouped-bars.ts";
import { recordFigures } from "../platform/figures.ts";
import { resultsFolder } from "../platform/results-folder.ts";
import type { ComparedSystem } from "./compared-system.ts";
import { CONNECTIONS, tasks } from "./tasks.ts";
import type { TaskName, Turn, Turns } from "./take-turns.ts";

const NAMES = Object.keys(tasks) as TaskName[];

interface Work {
  readonly customers: number;
  readonly months: number;
}

/** Writes `kill-bill.md` and its pictures into bench/results. Returns the text. */
export async function writeReport(turns: Turns, work: Work): Promise<string> {
  const folder = await resultsFolder();
  const systems = [...turns.keys()];
  const machine = await machineInWords(systems[0]?.owner);
  const rate = (system: ComparedSystem, task: TaskName) =>
    middle(turns, system, task, ({ count, seconds }) => count / seconds);
  const cpu = (system: ComparedSystem, task: TaskName) =>
    middle(turns, system, task, ({ count, cpu: { server, database } }) => ((server + database) / count) * 1e3);
  const picture = inBothThemes((theme) =>
    drawGroups(theme, {
      title: systems.map(({ name }) => name).join(" and "),
      subtitle: machine,
      series: systems.map(({ name }) => name),
      panels: [
        {
          title: "A second, on 8 connections (more is better)",
          isOneScale: false,
          groups: NAMES.map((task) => ({
            name: tasks[task].name,
            values: systems.map((system) => rate(system, task)),
          })),
        },
        {
          title: "CPU milliseconds of one, server and PostgreSQL (less is better)",
          isOneScale: false,
          groups: NAMES.map((task) => ({ name: tasks[task].name, values: systems.map((system) => cpu(system, task)) })),
        },
      ],
    }),
  );
  await writeFile(join(folder, "kill-bill-light.svg"), picture.light);
  await writeFile(join(folder, "kill-bill-dark.svg"), picture.dark);
  const report = text(turns, systems, work, machine);
  await writeFile(join(folder, "kill-bill.md"), report);
  const [ours] = systems;
  await recordFigures(
    NAMES.flatMap((task) => systems.map((system) => [system, task] as const)).map(([system, task]) => ({
      name: system === ours ? tasks[task].name : `${tasks[task].name}, ${system.name}`,
      unit: "/s",
      value: rate(system, task),
      better: "higher",
    })),
  );
  return report;
}

function middle(turns: Turns, system: ComparedSystem, task: TaskName, figure: (turn: Turn) => number): number {
  return median((turns.get(system)?.get(task) ?? []).map(figure));
}

function text(turns: Turns, systems: readonly ComparedSystem[], work: Work, machine: string): string {
  const rows = NAMES.flatMap((task) =>
    systems.map((system) => {
      const of = (figure: (turn: Turn) => number, digits: number) =>
        middle(turns, system, task, figure).toFixed(digits);
      const each = (figure: (turn: Turn) => number) => of((turn) => (figure(turn) / turn.count) * 1e3, 2);
      const isBilling = task === "billing";
      return [
        tasks[task].name,
        system.name,
        of(({ count, seconds }) => count / seconds, 0),
        isBilling ? "–" : of(({ p50 }) => p50, 1),
        isBilling ? "–" : of(({ p99 }) => p99, 1),
        each((turn) => turn.cpu.server),
        each((turn) => turn.cpu.database),
      ];
    }),
  );
  const every = [...turns.values()].flatMap((ofSystem) => [...ofSystem.values()].flat());
  const foreign = Math.max(0, ...every.map(({ foreignShare }) => foreignShare));
  const memory = systems.map((system) => {
    const last = turns.get(system)?.get("readUsage")?.at(-1)?.memory;
    return `${system.name} ${last?.server.toFixed(0)} MiB and PostgreSQL ${last?.database.toFixed(0)}`;
  });
  return `# ${systems.map(({ name }) => name).join(" and ")}

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="kill-bill-dark.svg">
  <img alt="Rates and CPU of each task, for both systems" src="kill-bill-light.svg">
</picture>

${machine}, ${availableParallelism()} cores for server, PostgreSQL and client together. ${work.customers} customers, medians of ${work.months} rounds, ${CONNECTIONS} connections.
Something else took at most ${(foreign * 100).toFixed(0)} % of the cores in a round.

| Work | System | A second | p50 ms | p99 ms | CPU ms of one, server | CPU ms of one, PostgreSQL |
|---|---|---|---|---|---|---|
${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}

Memory at the end: ${memory.join("; ")}.

Each invoice of each customer was read through the API: both billed the same amounts, and no invoice twice.
The page "Comparison with Kill Bill" of the documentation says what the work is and what differs.

\`npm run bench -- kill-bill ${work.customers} ${work.months}\`
`;
}
