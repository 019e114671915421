import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawGroups, inBothThemes } from "../platform/grouped-bars.ts";
import { loadShape } from "../platform/event-load.ts";
import { describe } from "./describe.ts";
import { coursesOf, drawReleases } from "./draw-releases.ts";
import { drawTargets } from "./draw-targets.ts";
import { PLANS } from "./plans.ts";
import { type Outcome, readReleases, type Results, withoutResults } from "./results.ts";
import { inWords, shareOfTarget, valueOf } from "./words.ts";

const BENCH = join(import.meta.dirname, "..");

/** Writes `README.md`, its pictures and `results.json` into the folder. Returns the page's path. */
export async function writePage(folder: string, releasesFolder: string, results: Results): Promise<string> {
  const pictures = join(folder, "pictures");
  await mkdir(pictures, { recursive: true });
  // A picture may be seen without its page.
  const subtitle = `${results.machine}${results.isShort ? ". Short form: do not compare" : ""}`;
  // In one step, because an interrupted run continues with it.
  await writeFile(join(folder, "results.json.new"), `${JSON.stringify(results, null, 2)}\n`);
  await rename(join(folder, "results.json.new"), join(folder, "results.json"));
  const drawn = async (name: string, draw: Parameters<typeof inBothThemes>[0]) => {
    const { light, dark } = inBothThemes(draw);
    await writeFile(join(pictures, `${name}-light.svg`), light);
    await writeFile(join(pictures, `${name}-dark.svg`), dark);
    return pictureTag(`pictures/${name}`, name);
  };
  const targeted = results.outcomes.flatMap(({ name, figures }) =>
    figures
      .filter((figure) => shareOfTarget(figure) !== undefined)
      .map((figure) => ({ benchmark: titleOf(name), figure })),
  );
  const overview =
    targeted.length === 0
      ? "No figure with a target was measured."
      : await drawn("targets", (theme) =>
          drawTargets(theme, `Counterfoil ${results.version}: figures and their targets`, subtitle, targeted),
        );
  const releases = await readReleases(releasesFolder);
  const courses = coursesOf(releases);
  const overTime =
    courses.length === 0
      ? "No release has kept its results yet. [Releasing](../../docs/releasing.md#results-of-benchmarks) says how it does."
      : await drawn("releases", (theme) => drawReleases(theme, releases, courses));
  const sections: string[] = [];
  for (const outcome of results.outcomes) {
    const { name, figures } = outcome;
    const picture =
      figures.length < 2
        ? ""
        : await drawn(name, (theme) =>
            drawGroups(theme, {
              title: titleOf(name),
              subtitle,
              series: ["Measured"],
              panels: panelsOf(outcome),
            }),
          );
    sections.push(await section(outcome, picture, folder));
  }
  const page = [
    header(results),
    "## Figures and targets",
    overview,
    table(results),
    "## Releases",
    overTime,
    ...sections,
  ];
  const path = join(folder, "README.md");
  await writeFile(path, `${page.join("\n\n")}\n`);
  return path;
}

function titleOf(name: string): string {
  return PLANS[name]?.title ?? name;
}

function header({ version, isShort, machine, outcomes }: Results): string {
  const missing = outcomes.filter(({ status }) => status !== "measured");
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0);
  const told = missing.map(
    ({ name, status, reason }) => `- **${titleOf(name)}** (\`${name}\`), ${status}: ${reason.replaceAll("\n", " ")}`,
  );
  const absent = withoutResults(outcomes);
  return [
    "# Results of the benchmarks",
    `Counterfoil ${version} (${inList("commit", outcomes, ({ commit }) => commit)}), ${inList("", outcomes, dayOf)}. ${machine}. Server with worker, PostgreSQL with durable commits and all clients ` +
      `share these cores. The benchmarks took ${inWords(seconds)}.`,
    isShort
      ? "**This is the short form.** It shows that everything runs. Its figures are from few rounds and little data, so do not compare them."
      : "Figures of one run compare only with one another, because the speed of shared cores changes. [Performance](../../docs/performance.md) says how each benchmark measures.",
    `Usage events have this shape unless a section says otherwise: ${loadShape.replaceAll(/\s+/g, " ")}.`,
    `\`npm run bench -- all${isShort ? " --short" : ""}\` makes this page.`,
    ...(missing.length === 0 ? [] : [`Not measured:\n\n${told.join("\n")}`]),
    ...(absent.length === 0
      ? []
      : [
          `Not run yet: ${absent.map(titleOf).join(", ")}. \`npm run bench -- all${isShort ? " --short" : ""} --missing\` runs them.`,
        ]),
  ].join("\n\n");
}

/** The values of all outcomes: `commits abc, def`. */
function inList(noun: string, outcomes: readonly Outcome[], of: (outcome: Outcome) => string): string {
  const values = [...new Set(outcomes.map(of))].toSorted();
  const label = noun === "" || values.length < 2 ? noun : `${noun}s`;
  return `${label} ${values.join(", ")}`.trim();
}

const dayOf = ({ startedAt }: Outcome) => startedAt.slice(0, "2026-11-28".length);

function table({ outcomes }: Results): string {
  const rows = outcomes.flatMap(({ name, figures }) =>
    figures.map((figure) => {
      const share = shareOfTarget(figure);
      const target = figure.target === undefined ? "" : valueOf({ value: figure.target, unit: figure.unit });
      return `| ${titleOf(name)} | ${figure.name} | ${valueOf(figure)} | ${target} | ${share === undefined ? "" : share >= 1 ? "yes" : "no"} |`;
    }),
  );
  return ["| Benchmark | Figure | Measured | Target | Reached |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** Figures of one unit are in one panel, so that their bars compare. */
function panelsOf({ figures }: Outcome) {
  const units = [...new Set(figures.map(({ unit }) => unit))];
  return units.map((unit) => {
    const own = figures.filter((figure) => figure.unit === unit);
    const isHigher = own[0]?.better === "higher";
    return {
      title: `${unit === "/s" ? "A second" : `In ${unit.trim()}`} (${isHigher ? "more" : "less"} is better)`,
      isOneScale: true,
      groups: own.map(({ name, value }) => ({ name, values: [value] })),
    };
  });
}

async function section(outcome: Outcome, picture: string, folder: string): Promise<string> {
  const { name, status, seconds, output, reason } = outcome;
  const source = await readFile(join(BENCH, `${name}.ts`), "utf8").catch(() => "");
  const comparison = PLANS[name]?.comparison;
  const own = (PLANS[name]?.pictures ?? []).filter((each) => status === "measured" && existsSync(join(folder, each)));
  const result =
    status === "measured"
      ? [picture, ...own.map((each) => `![${titleOf(name)}](${each})`)]
      : [`**Not measured** (${status}): ${reason}`];
  return [
    `## ${titleOf(name)}`,
    describe(source),
    comparison === undefined ? "" : `Compared with: ${comparison}`,
    ...result,
    output === "" ? "" : details(output),
    `\`npm run bench -- ${[name, ...outcome.arguments].join(" ")}\`, ${inWords(seconds)}, on ${dayOf(outcome)} at commit ${outcome.commit}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function details(output: string): string {
  return `<details>\n<summary>What it printed</summary>\n\n\`\`\`\`text\n${output.replaceAll("````", "'''' ")}\n\`\`\`\`\n\n</details>`;
}

function pictureTag(path: string, alt: string): string {
  return [
    "<picture>",
    `  <source media="(prefers-color-scheme: dark)" srcset="${path}-dark.svg">`,
    `  <img alt="${alt}" src="${path}-light.svg">`,
    "</picture>",
  ].join("\n");
}
