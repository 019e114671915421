import type { Box } from "./chart.tsx";

interface ValueAxisProps {
  readonly box: Box;
  readonly ticks: readonly number[];
  readonly place: (value: number) => number;
  readonly format: (value: number) => string;
}

/** Horizontal grid lines, with their values on the left. */
export function ValueAxis({ box, ticks, place, format }: ValueAxisProps) {
  return (
    <g aria-hidden>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${place(tick)})`}>
          <line x1={box.left} x2={box.right} className={tick === 0 ? "stroke-line-strong" : "stroke-line"} />
          <text x={box.left - 8} dy="0.32em" textAnchor="end" className="figures fill-muted text-[11px]">
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface LabelAxisProps {
  readonly box: Box;
  readonly labels: readonly { readonly key: string; readonly x: number; readonly text: string }[];
  /** The width in pixels that a label needs. If there is less, some labels are left out. */
  readonly room?: number;
}

/** Labels below the chart. */
export function LabelAxis({ box, labels, room = 44 }: LabelAxisProps) {
  const every = Math.max(1, Math.ceil((labels.length * room) / Math.max(1, box.right - box.left)));
  return (
    <g aria-hidden>
      {labels.map(({ key, x, text }, index) =>
        (labels.length - 1 - index) % every === 0 ? (
          <text key={key} x={x} y={box.bottom + 16} textAnchor="middle" className="fill-muted text-[11px]">
            {text}
          </text>
        ) : null,
      )}
    </g>
  );
}
