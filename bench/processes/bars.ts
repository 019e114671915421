import { colors, FAINT, rectangle, text } from "../platform/svg.ts";

export interface Bar {
  readonly name: string;
  readonly value: number;
}

export interface Bars {
  readonly title: string;
  readonly subtitle: string;
  readonly panels: readonly { readonly title: string; readonly bars: readonly Bar[] }[];
}

const [WIDTH, MARGIN, TOP] = [960, 32, 84];
/** Heights of a panel's title, of a bar with its gap, and below the panel. */
const [HEADING, BAR, GAP] = [28, 24, 20];
const LABELS = 120;
/** For the figure behind the longest bar. */
const FIGURES = 64;

/** Panels of horizontal bars, in two columns, as SVG. Each panel has its own scale from zero. */
export function drawBars({ title, subtitle, panels }: Bars): string {
  const width = (WIDTH - 3 * MARGIN) / 2;
  const heightOf = (bars: readonly Bar[]) => HEADING + bars.length * BAR + GAP;
  const rowHeight = Math.max(0, ...panels.map(({ bars }) => heightOf(bars)));
  const height = TOP + Math.ceil(panels.length / 2) * rowHeight;
  const drawn = panels.map((panel, place) => {
    const left = MARGIN + (place % 2) * (width + MARGIN);
    const top = TOP + Math.floor(place / 2) * rowHeight;
    const most = Math.max(1, ...panel.bars.map(({ value }) => value));
    const bars = panel.bars.map(({ name, value }, row) => {
      const y = top + HEADING + row * BAR;
      const length = (value / most) * (width - LABELS - FIGURES);
      return [
        text(left, y + 13, name, { color: FAINT }),
        rectangle(left + LABELS, y, length, BAR - 6, colors.blue),
        text(left + LABELS + length + 8, y + 13, Math.round(value).toLocaleString("en"), { weight: 600 }),
      ].join("");
    });
    return [text(left, top + 12, panel.title, { weight: 600 }), ...bars].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    rectangle(0, 0, WIDTH, height, "#ffffff"),
    text(MARGIN, 30, title, { size: 18, weight: 600 }),
    text(MARGIN, 50, subtitle, { color: FAINT }),
    ...drawn,
    "</svg>\n",
  ].join("\n");
}
