import { FAINT, rectangle, text } from "../platform/svg.ts";

/** One line of a panel: a value for each second, or null. */
export interface Line {
  readonly name: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly scale: "linear" | "logarithmic";
  readonly lines: readonly Line[];
}

export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  /** Instants of the values, in seconds. */
  readonly at: readonly number[];
  readonly seconds: number;
  readonly stretches: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly panels: readonly Panel[];
}

const [WIDTH, LEFT, RIGHT, TOP] = [960, 72, 24, 96];
/** Heights above the panel, of the panel, and below it. */
const [HEADING, PANEL, GAP] = [34, 132, 14];

/** Panels below each other over one time axis, as SVG. */
export function drawPicture(picture: Picture): string {
  const bottom = TOP + picture.panels.length * (HEADING + PANEL + GAP);
  const height = bottom + 36;
  const x = (second: number) => LEFT + (Math.min(second, picture.seconds) / picture.seconds) * (WIDTH - LEFT - RIGHT);
  const bands = picture.stretches.map(({ name, from, to }, index) => {
    const band = rectangle(
      x(from),
      TOP - 24,
      x(to) - x(from),
      bottom - TOP + 24,
      index % 2 === 0 ? "#f4f6f8" : "#ffffff",
    );
    return band + text((x(from) + x(to)) / 2, TOP - 8, name, { anchor: "middle", color: FAINT });
  });
  const panels = picture.panels.map((panel, index) =>
    drawPanel(panel, picture.at, x, TOP + HEADING + index * (HEADING + PANEL + GAP)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    rectangle(0, 0, WIDTH, height, "#ffffff"),
    text(LEFT, 30, picture.title, { size: 18, weight: 600 }),
    text(LEFT, 50, picture.subtitle, { color: FAINT }),
    ...bands,
    ...panels,
    ...timeAxis(picture.seconds, x, bottom + 20),
    "</svg>\n",
  ].join("\n");
}

function drawPanel(
  { title, unit, scale, lines }: Panel,
  at: readonly number[],
  x: (at: number) => number,
  top: number,
): string {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const ticks = scale === "linear" ? linearTicks(Math.max(1, ...values)) : logarithmicTicks(values);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const share = (value: number) =>
    scale === "linear" ? value / high : Math.log(Math.max(value, low) / low) / Math.log(high / low);
  const y = (value: number) => top + PANEL - share(value) * PANEL;
  const grid = ticks.map((tick) => {
    const line = `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}" stroke="#d9dee4"/>`;
    return line + text(LEFT - 8, y(tick) + 4, tick.toLocaleString("en"), { anchor: "end", color: FAINT });
  });
  const heading = text(LEFT, top - 10, `${title}, ${unit}`, { weight: 600 });
  return [heading, legend(lines, top - 10), ...grid, ...lines.map((line) => drawLine(line, at, x, y))].join("\n");
}

/** Interrupted where a value is missing. A single value is a dot. */
function drawLine(
  { color, values }: Line,
  at: readonly number[],
  x: (at: number) => number,
  y: (value: number) => number,
) {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  const places = values.map((value, index) => ({
    index,
    across: x(at[index] ?? 0).toFixed(1),
    down: y(value ?? 0).toFixed(1),
  }));
  const there = places.filter(({ index }) => isThere(index));
  const steps = there.map(({ index, across, down }) => `${isThere(index - 1) ? "L" : "M"}${across} ${down}`);
  const dots = there
    .filter(({ index }) => !isThere(index - 1) && !isThere(index + 1))
    .map(({ across, down }) => `<circle cx="${across}" cy="${down}" r="2" fill="${color}"/>`);
  const path = `<path d="${steps.join("")}" fill="none" stroke="${color}" stroke-width="1.4" stroke-linejoin="round"/>`;
  return path + dots.join("");
}

/** Positions from the right. None for a panel with one line, which the title names. */
function legend(lines: readonly Line[], y: number): string {
  if (lines.length === 1) return "";
  let right = WIDTH - RIGHT;
  return lines
    .toReversed()
    .map(({ name, color }) => {
      const shown = text(right, y, name, { anchor: "end", color, weight: 600 });
      right -= name.length * 7.2 + 16;
      return shown;
    })
    .join("");
}

function timeAxis(seconds: number, x: (at: number) => number, y: number): string[] {
  const step = [5, 10, 30, 60, 120, 300, 600].find((each) => seconds / each <= 12) ?? 1_200;
  const inMinutes = step >= 60;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => {
    const shown = inMinutes ? `${(index * step) / 60} min` : `${index * step} s`;
    return text(x(index * step), y, shown, { anchor: "middle", color: FAINT });
  });
}

function linearTicks(most: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step =
    [0.2, 0.5, 1, 2, 2.5].map((each) => each * magnitude).find((each) => most / each <= 4.5) ?? magnitude * 5;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

function logarithmicTicks(values: readonly number[]): number[] {
  const [least, most] = [Math.max(0.1, Math.min(...values)), Math.max(1, ...values)];
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => 10 ** (first + index));
}
