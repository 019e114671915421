import { rectangle, text } from "../platform/svg.ts";
import type { Theme } from "../platform/themes.ts";
import type { Figure } from "../platform/figures.ts";
import { shareOfTarget, valueOf } from "./words.ts";

/** A figure with a target, and the benchmark that it is from. */
export interface Targeted {
  readonly benchmark: string;
  readonly figure: Figure;
}

const [WIDTH, MARGIN, TOP, ROW, LABELS, FIGURES] = [960, 32, 96, 24, 330, 200];
/** The axis ends at twice the target. Longer bars are cut there, and their figure says how long they are. */
const MOST = 2;

/** How far each figure is on the way to its target, as SVG. A line marks the targets. */
export function drawTargets(theme: Theme, title: string, subtitle: string, targeted: readonly Targeted[]): string {
  const height = TOP + targeted.length * ROW + 24;
  const [left, span] = [MARGIN + LABELS, WIDTH - 2 * MARGIN - LABELS - FIGURES];
  const line = left + span / MOST;
  const rows = targeted.map(({ benchmark, figure }, place) => {
    const y = TOP + place * ROW;
    const share = shareOfTarget(figure) ?? 0;
    const color = share >= 1 ? theme.series[2] : theme.series[1];
    return [
      text(MARGIN, y + 13, `${benchmark}: ${figure.name}`, { color: theme.ink }),
      rectangle(left, y, Math.max(1, (Math.min(share, MOST) / MOST) * span), ROW - 8, color ?? theme.ink),
      text(left + span + 12, y + 13, `${valueOf(figure)}, ${Math.round(share * 100)} %`, {
        color: theme.ink,
        weight: 600,
      }),
    ].join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    rectangle(0, 0, WIDTH, height, theme.paper),
    text(MARGIN, 30, title, { size: 18, weight: 600, color: theme.ink }),
    text(MARGIN, 50, subtitle, { color: theme.faint }),
    text(line, TOP - 12, "target", { anchor: "middle", color: theme.faint }),
    ...rows,
    `<line x1="${line}" x2="${line}" y1="${TOP - 6}" y2="${height - 24}" stroke="${theme.ink}" stroke-dasharray="3 3"/>`,
    "</svg>\n",
  ].join("\n");
}
