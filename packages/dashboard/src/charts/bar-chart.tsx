import { type KeyboardEvent, type ReactNode, useState } from "react";
import { classes } from "../design/classes.ts";
import { toLength } from "../format/amount.ts";
import { LabelAxis, ValueAxis } from "./axis.tsx";
import { Chart } from "./chart.tsx";
import { scaleBand, scaleLinear } from "./scale.ts";
import { Tip } from "./tip.tsx";

export interface Bar {
  readonly key: string;
  /** The label below the bar. */
  readonly text: string;
  /** An exact decimal, drawn as a length. */
  readonly value: string;
  /** A second decimal of zero or more, drawn narrower in front of the first: a cost. What exceeds the first is marked. */
  readonly inner?: string;
  /** The content of the tooltip. */
  readonly tip: ReactNode;
  /** Whether the value is uncertain or in the future. */
  readonly isPale?: boolean;
}

const THICKEST = 48;
const USE_KEYS = "Use the arrow keys to read the values.";

interface BarChartProps {
  /** What the chart shows, in a sentence. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  readonly height?: number;
  /** The unit of the axis: `calls`, `EUR`. */
  readonly unit: string;
  /** Tells screen readers how to read the values, in the language of the page. */
  readonly hint?: string;
  /** The width in pixels that a label needs. */
  readonly room?: number;
}

/** One bar for each day, month or step. Arrow keys move through the bars like the pointer. */
export function BarChart({ label, bars, format, height = 180, unit, hint = USE_KEYS, room }: BarChartProps) {
  const [at, setAt] = useState<{ readonly place: number; readonly x: number; readonly width: number } | null>(null);
  const lengths = bars.map(({ value }) => toLength(value));
  const inner = bars.map((one) => toLength(one.inner ?? "0"));
  const bar = at === null ? undefined : bars[at.place];
  return (
    <div className="relative">
      <div className="mb-1 text-xs text-muted">{unit}</div>
      <Chart label={label} height={height} table={<Figures label={label} bars={bars} />}>
        {(box) => {
          const x = scaleBand([...bars.keys()], [box.left, box.right], 0.2);
          const y = scaleLinear(
            [Math.min(0, ...lengths), Math.max(0, ...lengths, ...inner) || 1],
            [box.bottom, box.top],
            4,
          );
          const thickness = Math.max(1, Math.min(THICKEST, x.width));
          const middle = (place: number) => x(place) + x.width / 2;
          const look = (place: number) => setAt({ place, x: middle(place), width: box.width });
          const onKeyDown = (event: KeyboardEvent) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (step === 0) return;
            event.preventDefault();
            look(Math.max(0, Math.min(bars.length - 1, (at?.place ?? -1) + step)));
          };
          return (
            <>
              <ValueAxis box={box} ticks={y.ticks} place={y} format={format} />
              <LabelAxis
                box={box}
                room={room}
                labels={bars.map(({ key, text }, index) => ({ key, x: middle(index), text }))}
              />
              {bars.map(({ key, isPale, inner: second }, index) => {
                const top = Math.min(y(lengths[index] ?? 0), y(0));
                const isDimmed = at !== null && at.place !== index;
                return (
                  <g key={key} className={classes(isDimmed && "opacity-60")}>
                    <rect
                      x={middle(index) - thickness / 2}
                      width={thickness}
                      y={top}
                      height={Math.max(lengths[index] === 0 ? 0 : 1, Math.abs(y(lengths[index] ?? 0) - y(0)))}
                      rx={Math.min(2, thickness / 4)}
                      className={classes("fill-chart-1", isPale === true && "opacity-40")}
                    />
                    {second !== undefined && (
                      <Inner
                        x={middle(index)}
                        thickness={thickness / 2}
                        y={y}
                        outer={lengths[index] ?? 0}
                        inner={inner[index] ?? 0}
                      />
                    )}
                  </g>
                );
              })}
              <rect
                role="img"
                x={box.left}
                y={box.top}
                width={Math.max(0, box.right - box.left)}
                height={Math.max(0, box.bottom - box.top)}
                tabIndex={0}
                aria-label={`${label}. ${hint}`}
                className="fill-transparent"
                onKeyDown={onKeyDown}
                onFocus={() => at ?? (bars.length > 0 && look(0))}
                onBlur={() => setAt(null)}
                onPointerLeave={() => setAt(null)}
                onPointerMove={({ currentTarget, clientX }) => {
                  const left = clientX - currentTarget.getBoundingClientRect().left;
                  const place = Math.floor(left / Math.max(1, x.step));
                  look(Math.max(0, Math.min(bars.length - 1, place)));
                }}
              />
            </>
          );
        }}
      </Chart>
      {at !== null && bar !== undefined && (
        <Tip x={at.x} width={at.width}>
          {bar.tip}
        </Tip>
      )}
    </div>
  );
}

interface InnerProps {
  /** Its middle. */
  readonly x: number;
  readonly thickness: number;
  readonly y: (value: number) => number;
  readonly outer: number;
  readonly inner: number;
}

/** The narrower bar. The part above the wider one has the color of a loss. */
function Inner({ x, thickness, y, outer, inner }: InnerProps) {
  const within = Math.max(0, Math.min(outer, inner));
  const place = { x: x - thickness / 2, width: thickness };
  return (
    <>
      <rect {...place} y={y(within)} height={y(0) - y(within)} className="fill-chart-3" />
      {inner > within && <rect {...place} y={y(inner)} height={y(within) - y(inner)} className="fill-chart-4" />}
    </>
  );
}

function Figures({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  return (
    <table>
      <caption>{label}</caption>
      <tbody>
        {bars.map(({ key, text, value, inner }) => (
          <tr key={key}>
            <th scope="row">{text}</th>
            <td>{value}</td>
            {inner !== undefined && <td>{inner}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
