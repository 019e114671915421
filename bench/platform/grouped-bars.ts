import { rectangle, text } from "./svg.ts";
import { type Theme, themes } from "./themes.ts";

/** Horizontal bars in groups, one bar of a group for each series. */
export interface GroupedBars {
  readonly title: string;
  readonly subtitle: string;
  readonly series: readonly string[];
  readonly panels: readonly {
    readonly title: string;
    /** Whether all groups have the unit in common, and so the scale. */
    readonly isOneScale: boolean;
    /** A value for each series, in their order. */
    readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[];
  }[];
}

const [WIDTH, MARGIN, TOP, LEGEND] = [960, 32, 76, 28];
/** Heights of a panel's title, of a bar with its gap, and between groups and panels. */
const [HEADING, BAR, BETWEEN, GAP] = [30, 20, 12, 24];
const LABELS = 300;
/** For the figure behind the longest bar. */
const FIGURES = 72;

/** Panels below each other, as SVG. Scales begin at zero. */
export function drawGroups(theme: Theme, { title, subtitle, series, panels }: GroupedBars): string {
  const heightOf = (groups: number) => HEADING + groups * (series.length * BAR + BETWEEN) + GAP;
  let top = series.length === 1 ? TOP : TOP + LEGEND;
  const drawn = panels.map((panel) => {
    const at = top;
    const most = Math.max(...panel.groups.flatMap(({ values }) => values));
    top += heightOf(panel.groups.length);
    return [
      text(MARGIN, at + 12, panel.title, { weight: 600, color: theme.ink }),
      ...panel.groups.map((group, place) =>
        drawGroup(theme, group, {
          y: at + HEADING + place * (series.length * BAR + BETWEEN),
          most: panel.isOneScale ? most : Math.max(...group.values),
        }),
      ),
    ].join("\n");
  });
  // One series needs no name.
  const legend = (series.length === 1 ? [] : series).map((name, place) => {
    const x = MARGIN + place * 220;
    return rectangle(x, 66, 12, 12, colorOf(theme, place)) + text(x + 20, 76, name, { color: theme.ink });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" font-family="system-ui, sans-serif" font-size="12">`,
    rectangle(0, 0, WIDTH, top, theme.paper),
    text(MARGIN, 30, title, { size: 18, weight: 600, color: theme.ink }),
    text(MARGIN, 50, subtitle, { color: theme.faint }),
    ...legend,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function drawGroup(
  theme: Theme,
  group: { name: string; values: readonly number[] },
  { y, most }: { y: number; most: number },
): string {
  const bars = group.values.map((value, place) => {
    const [top, length] = [y + place * BAR, (most > 0 ? value / most : 0) * (WIDTH - 2 * MARGIN - LABELS - FIGURES)];
    return [
      rectangle(MARGIN + LABELS, top, length, BAR - 5, colorOf(theme, place)),
      text(MARGIN + LABELS + length + 8, top + 12, shortNumber(value), { weight: 600, color: theme.ink }),
    ].join("");
  });
  const middle = y + (group.values.length * BAR) / 2 + 2;
  return [text(MARGIN, middle, group.name, { color: theme.faint }), ...bars].join("");
}

function colorOf(theme: Theme, place: number): string {
  return theme.series[place % theme.series.length] ?? theme.ink;
}

/** Three digits are enough to compare: 12,345, 678, 9.01, 0.23. */
export function shortNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: 0, maximumFractionDigits: digits });
}

/** A picture for light and one for dark pages. */
export function inBothThemes(draw: (theme: Theme) => string): { light: string; dark: string } {
  return { light: draw(themes.light), dark: draw(themes.dark) };
}
