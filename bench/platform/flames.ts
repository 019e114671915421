import { nameOf, type Profile } from "./cpu-profile.ts";
import { themes } from "./themes.ts";

/** A function with all that it called, summed over all calls by the same callers. */
interface Frame {
  readonly name: string;
  milliseconds: number;
  readonly called: Map<string, Frame>;
}

const [WIDTH, MARGIN, TOP, ROW] = [1_200, 24, 96, 17];
/** Narrower boxes are left out, and those that have no room for a name have none. */
const [LEAST_WIDTH, LEAST_NAMED] = [1.5, 36];
const CHARACTER_WIDTH = 5.8;

/** Where functions are, in the order in which they are tried. Each place has a color of the themes. */
const PLACES: readonly (readonly [name: string, of: RegExp])[] = [
  ["engine", /packages\/engine\//],
  ["service", /packages\/service\//],
  ["storage", /packages\/storage\//],
  ["HTTP", /packages\/http\//],
  ["libraries", /node_modules\//],
];
const OTHER = "Node and V8";

/** Time of functions as boxes below their callers, as SVG for light and dark pages. */
export function drawFlames(profile: Profile, { title, subtitle }: { title: string; subtitle: string }): string {
  const root = framesOf(profile);
  const scale = (WIDTH - 2 * MARGIN) / root.milliseconds;
  const rows: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, row: number) => {
    const width = frame.milliseconds * scale;
    if (width < LEAST_WIDTH) return;
    depth = Math.max(depth, row);
    rows.push(box(frame, { x, row, width, share: frame.milliseconds / root.milliseconds }));
    let at = x;
    for (const called of [...frame.called.values()].toSorted((a, b) => b.milliseconds - a.milliseconds)) {
      draw(called, at, row + 1);
      at += called.milliseconds * scale;
    }
  };
  let at = MARGIN;
  for (const frame of [...root.called.values()].toSorted((a, b) => b.milliseconds - a.milliseconds)) {
    draw(frame, at, 0);
    at += frame.milliseconds * scale;
  }
  // Names on the boxes are white on both pages, so the boxes have the darker colors on both.
  const colors = [...themes.light.series.slice(0, PLACES.length), themes.light.faint];
  const boxes = colors.map((color, place) => `.p${place}{fill:${color}}`).join("");
  const height = TOP + (depth + 1) * ROW + MARGIN;
  const legend = [...PLACES.map(([name]) => name), OTHER].map(
    (name, place) =>
      `<rect class="p${place}" x="${MARGIN + place * 120}" y="66" width="12" height="12"/><text x="${MARGIN + place * 120 + 18}" y="76">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<style>${styleOf("light")}@media(prefers-color-scheme:dark){${styleOf("dark")}}${boxes}.f{font-size:10px;fill:#fff}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    `<text x="${MARGIN}" y="30" font-size="18" font-weight="600">${escape(title)}</text>`,
    `<text class="faint" x="${MARGIN}" y="50">${escape(subtitle)}</text>`,
    ...legend,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

/** The whole profile without idle time, merged by the names of callers and called. */
function framesOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  const root: Frame = { name: "", milliseconds: 0, called: new Map() };
  const add = (id: number, caller: Frame): number => {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === "(idle)") return 0;
    const name = nameOf(node.callFrame);
    let frame = caller.called.get(name);
    if (frame === undefined) caller.called.set(name, (frame = { name, milliseconds: 0, called: new Map() }));
    let spent = own.get(id) ?? 0;
    for (const child of node.children ?? []) spent += add(child, frame);
    frame.milliseconds += spent;
    return spent;
  };
  // The first node is "(root)", which is no function.
  for (const child of nodes[0]?.children ?? []) root.milliseconds += add(child, root);
  return root;
}

function box(frame: Frame, at: { x: number; row: number; width: number; share: number }): string {
  const [y, label] = [TOP + at.row * ROW, frame.name.split(" ")[0] ?? ""];
  const place = PLACES.findIndex(([, of]) => of.test(frame.name));
  const room = Math.floor((at.width - 6) / CHARACTER_WIDTH);
  const name = label.length > room ? `${label.slice(0, Math.max(1, room - 1))}…` : label;
  const written =
    at.width < LEAST_NAMED ? "" : `<text class="f" x="${(at.x + 3).toFixed(1)}" y="${y + 12}">${escape(name)}</text>`;
  const shape = `x="${at.x.toFixed(1)}" y="${y}" width="${(at.width - 0.5).toFixed(1)}" height="${ROW - 1}"`;
  const color = place === -1 ? PLACES.length : place;
  const title = `<title>${escape(frame.name)}: ${(at.share * 100).toFixed(1)} %</title>`;
  return `<g>${title}<rect class="p${color}" ${shape}/>${written}</g>`;
}

function styleOf(name: keyof typeof themes): string {
  const { paper, ink, faint } = themes[name];
  return `.paper{fill:${paper}}text{fill:${ink}}.faint{fill:${faint}}`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
