import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { LabelAxis, ValueAxis } from "../../charts/axis.tsx";
import { type Box, Chart } from "../../charts/chart.tsx";
import { lineThrough, scaleLinear } from "../../charts/scale.ts";
import { Tip } from "../../charts/tip.tsx";
import { classes } from "../../design/classes.ts";
import { formatQuantity, formatQuantityShort, toLength } from "../../format/amount.ts";
import { count } from "../../format/words.ts";
import type { Window } from "./explorer-choice.ts";
import type { Series } from "./series.ts";
import { fullWindowName, windowName } from "./window-name.ts";

export const CHART_HEIGHT = 300;
const MARGIN = { left: 52, right: 8, top: 8, bottom: 24 };
export const FILLS = ["fill-chart-1", "fill-chart-2", "fill-chart-3", "fill-chart-4", "fill-chart-6", "fill-chart-5"];
const STROKES = [
  "stroke-chart-1",
  "stroke-chart-2",
  "stroke-chart-3",
  "stroke-chart-4",
  "stroke-chart-6",
  "stroke-chart-5",
];

interface UsageChartProps {
  readonly label: string;
  /** At most as many series as there are colors. */
  readonly series: readonly Series[];
  readonly kind: "bars" | "lines";
  readonly window: Window;
  readonly timeZone: string;
  /** Called when a part of the range is marked: from the start of its first window to the end of its last. */
  readonly onZoom: (from: string, to: string) => void;
}

/** Usage over time. The user zooms in by dragging, or with Shift, the arrow keys and Enter. */
export function UsageChart({ label, series, kind, window, timeZone, onZoom }: UsageChartProps) {
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  const [marked, setMarked] = useState<readonly [number, number] | null>(null);
  const points = series[0]?.points ?? [];
  const last = points.length - 1;
  const top = Math.max(
    0,
    ...points.map((_, index) => {
      const lengths = series.map((one) => toLength(one.points[index]?.quantity ?? "0"));
      return kind === "bars" ? lengths.reduce((sum, length) => sum + length, 0) : Math.max(...lengths);
    }),
  );
  const zoom = () => {
    if (marked === null) return;
    const [first, end] = marked[0] < marked[1] ? marked : [marked[1], marked[0]];
    setMarked(null);
    const [from, to] = [points[first]?.from, points[end]?.to];
    if (first !== end && from !== undefined && to !== undefined) onZoom(from, to);
  };
  const indexAt = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * points.length)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    measure(event.currentTarget);
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = at === null ? (step === 1 ? 0 : last) : Math.min(last, Math.max(0, at + step));
      setMarked(event.shiftKey ? [marked?.[0] ?? at ?? next, next] : null);
      setAt(next);
    } else if (event.key === "Enter") zoom();
    else if (event.key === "Escape") {
      setMarked(null);
      setAt(null);
    }
  };
  const point = at === null ? undefined : points[at];
  const x = at === null ? 0 : MARGIN.left + ((at + 0.5) / points.length) * (width - MARGIN.left - MARGIN.right);
  const measure = (element: HTMLElement) => setWidth(element.clientWidth + MARGIN.left + MARGIN.right);
  return (
    <div className="relative">
      <Chart label={label} height={CHART_HEIGHT} margin={MARGIN}>
        {(box) => <Marks {...{ box, series, kind, window, timeZone, top, at, marked }} />}
      </Chart>
      <div
        role="slider"
        tabIndex={0}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at ?? 0}
        aria-valuetext={
          point === undefined
            ? "Nothing selected"
            : `${fullWindowName(point.from, window, timeZone)}: ${series.map(({ name, points: own }) => `${name} ${formatQuantity(own[at ?? 0]?.quantity ?? "0")}`).join(", ")}`
        }
        aria-label={`${label}. Use the left and right arrow keys to read values. Hold Shift to select a range, then press Enter to zoom in.`}
        className="absolute cursor-crosshair touch-pan-y rounded-sm"
        style={MARGIN}
        onPointerDown={(event) => {
          if (event.button !== 0 || event.pointerType === "touch") return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setMarked([indexAt(event), indexAt(event)]);
        }}
        onPointerMove={(event) => {
          const index = indexAt(event);
          measure(event.currentTarget);
          setAt(index);
          if (marked !== null && event.buttons === 1) setMarked([marked[0], index]);
        }}
        onPointerUp={zoom}
        onPointerLeave={() => marked === null && setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
      />
      {point !== undefined && at !== null && (
        <Tip x={x} width={width}>
          <div className="mb-1 font-medium">{fullWindowName(point.from, window, timeZone)}</div>
          {series.map(({ key, name, points: own }, index) => (
            <div key={key} className="flex items-center gap-2">
              <svg aria-hidden className="size-2 shrink-0">
                <rect width="8" height="8" rx="2" className={FILLS[index]} />
              </svg>
              <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
              <span className="figures">{formatQuantity(own[at]?.quantity ?? "0")}</span>
            </div>
          ))}
          {series.length === 1 && <div className="text-muted">{count(point.eventCount, "event")}</div>}
        </Tip>
      )}
    </div>
  );
}

interface MarksProps extends Omit<UsageChartProps, "label" | "onZoom"> {
  readonly box: Box;
  readonly top: number;
  readonly at: number | null;
  readonly marked: readonly [number, number] | null;
}

function Marks({ box, series, kind, window, timeZone, top, at, marked }: MarksProps) {
  const points = series[0]?.points ?? [];
  const y = scaleLinear([0, top === 0 ? 1 : top], [box.bottom, box.top], 4);
  const step = (box.right - box.left) / Math.max(1, points.length);
  const middle = (index: number) => box.left + (index + 0.5) * step;
  const bar = Math.max(1, Math.min(40, step * 0.72));
  const path = (own: Series["points"]) =>
    lineThrough(own.map(({ quantity }, index) => [middle(index), y(toLength(quantity))]));
  return (
    <>
      <ValueAxis box={box} ticks={y.ticks} place={y} format={(value) => formatQuantityShort(String(value))} />
      {marked !== null && (
        <rect
          x={box.left + Math.min(...marked) * step}
          width={(Math.abs(marked[1] - marked[0]) + 1) * step}
          y={box.top}
          height={box.bottom - box.top}
          className="fill-accent-soft"
        />
      )}
      {kind === "bars"
        ? points.map(({ from }, index) => {
            let base = 0;
            return (
              <g key={from} opacity={at === null || at === index || marked !== null ? 1 : 0.55}>
                {series.map(({ key, points: own }, order) => {
                  const length = toLength(own[index]?.quantity ?? "0");
                  const bottom = base;
                  base += length;
                  const height = y(bottom) - y(base);
                  return (
                    <rect
                      key={key}
                      x={middle(index) - bar / 2}
                      width={bar}
                      y={y(base)}
                      height={Math.max(0, height)}
                      rx={series.length === 1 ? Math.min(2, bar / 4) : 0}
                      className={FILLS[order]}
                    />
                  );
                })}
              </g>
            );
          })
        : series.map(({ key, points: own }, order) => (
            <g key={key}>
              <path d={path(own)} fill="none" strokeWidth={2} className={classes(STROKES[order])} />
              {at !== null && own[at] !== undefined && (
                <circle cx={middle(at)} cy={y(toLength(own[at].quantity))} r={4} className={FILLS[order]} />
              )}
            </g>
          ))}
      {at !== null && kind === "lines" && (
        <line x1={middle(at)} x2={middle(at)} y1={box.top} y2={box.bottom} className="stroke-line-strong" />
      )}
      <LabelAxis
        box={box}
        room={window === "hour" ? 68 : 52}
        labels={points.map(({ from }, index) => ({
          key: from,
          x: middle(index),
          text: windowName(from, window, timeZone),
        }))}
      />
    </>
  );
}
