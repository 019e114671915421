import { rectangle, text } from "../platform/svg.ts";
import { shortNumber } from "../platform/grouped-bars.ts";
import type { Theme } from "../platform/themes.ts";
import { PLANS } from "./plans.ts";
import type { Results } from "./results.ts";

/** One figure over releases. */
export interface Course {
  readonly benchmark: string;
  readonly name: string;
  readonly unit: string;
  readonly better: "higher" | "lower";
  readonly target?: number;
  /** A value for each release, null where it was not measured. */
  readonly values: readonly (number | null)[];
}

/** The figures of the newest release with a target, and what they were in each release. */
export function coursesOf(releases: readonly Results[]): Course[] {
  const newest = releases.at(-1)?.outcomes ?? [];
  return newest.flatMap(({ name: benchmark, figures }) =>
    figures
      .filter(({ target }) => target !== undefined)
      .map(({ name, unit, better, target }) => ({
        benchmark,
        name,
        unit,
        better,
        ...(target === undefined ? {} : { target }),
        values: releases.map((release) => valueIn(release, benchmark, name)),
      })),
  );
}

function valueIn(release: Results, benchmark: string, name: string): number | null {
  const outcome = release.outcomes.find((each) => each.name === benchmark);
  return outcome?.figures.find((figure) => figure.name === name)?.value ?? null;
}

const [WIDTH, MARGIN, TOP, COLUMNS, HEIGHT, PLOT] = [960, 32, 84, 3, 172, 88];

/**
 * A small chart for each figure, over the releases, as SVG. Each begins at zero. A line between two releases of different
 * machines is missing, because their figures do not compare.
 */
export function drawReleases(theme: Theme, releases: readonly Results[], courses: readonly Course[]): string {
  const width = (WIDTH - (COLUMNS + 1) * MARGIN) / COLUMNS;
  const height = TOP + Math.ceil(courses.length / COLUMNS) * HEIGHT;
  const charts = courses.map((course, place) =>
    drawCourse(theme, course, releases, {
      x: MARGIN + (place % COLUMNS) * (width + MARGIN),
      y: TOP + Math.floor(place / COLUMNS) * HEIGHT,
      width,
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    rectangle(0, 0, WIDTH, height, theme.paper),
    text(MARGIN, 30, "Releases", { size: 18, weight: 600, color: theme.ink }),
    text(MARGIN, 50, "A dashed line is the target. A line is interrupted where the machine changed.", {
      color: theme.faint,
    }),
    ...charts,
    "</svg>\n",
  ].join("\n");
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawCourse(theme: Theme, course: Course, releases: readonly Results[], { x, y, width }: Place): string {
  const { values, target } = course;
  const most = Math.max(Number.MIN_VALUE, target ?? 0, ...values.map((value) => value ?? 0));
  const [top, inset] = [y + 40, 12];
  const across = (place: number) =>
    releases.length === 1 ? x + width / 2 : x + inset + (place / (releases.length - 1)) * (width - 2 * inset);
  const down = (value: number) => top + PLOT - (value / most) * PLOT;
  const steps = values.map((value, place) => {
    if (value === null) return "";
    const isLinked = place > 0 && (values[place - 1] ?? null) !== null && isSameMachine(releases, place);
    return `${isLinked ? "L" : "M"}${across(place).toFixed(1)} ${down(value).toFixed(1)}`;
  });
  const dots = values.flatMap((value, place) => {
    if (value === null) return [];
    const [cx, cy] = [across(place).toFixed(1), down(value).toFixed(1)];
    return [`<circle cx="${cx}" cy="${cy}" r="3" fill="${theme.series[0]}"/>`];
  });
  const last = values.findLast((value) => value !== null) ?? 0;
  const aim =
    target === undefined
      ? ""
      : `<line x1="${x}" x2="${x + width}" y1="${down(target)}" y2="${down(target)}" stroke="${theme.faint}" stroke-dasharray="3 3"/>`;
  const versions = [0, ...(releases.length > 1 ? [releases.length - 1] : [])].map((place) =>
    text(across(place), top + PLOT + 16, releases[place]?.version ?? "", {
      anchor: releases.length === 1 ? "middle" : place === 0 ? "start" : "end",
      color: theme.faint,
      size: 11,
    }),
  );
  return [
    text(x, y + 8, PLANS[course.benchmark]?.title ?? course.benchmark, { color: theme.faint, size: 11 }),
    text(x, y + 24, `${course.name}: ${shortNumber(last)}${course.unit}`, { weight: 600, color: theme.ink }),
    `<line x1="${x}" x2="${x + width}" y1="${top + PLOT}" y2="${top + PLOT}" stroke="${theme.grid}"/>`,
    aim,
    `<path d="${steps.join("")}" fill="none" stroke="${theme.series[0]}" stroke-width="1.6"/>`,
    ...dots,
    ...versions,
  ].join("");
}

function isSameMachine(releases: readonly Results[], place: number): boolean {
  return releases[place]?.machine === releases[place - 1]?.machine;
}
