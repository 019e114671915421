import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type KeyboardEvent, useState } from "react";
import { LabelAxis, ValueAxis } from "../../../charts/axis.tsx";
import { type Box, Chart } from "../../../charts/chart.tsx";
import { Tip } from "../../../charts/tip.tsx";
import {
  formatMoney,
  formatMoneyShort,
  formatQuantity,
  formatQuantityShort,
  toLength,
} from "../../../format/amount.ts";
import { lineOf, type Series } from "./series.ts";
import { TierLines } from "./tier-lines.tsx";

/** A marked quantity: the usage of an account. */
export interface Mark {
  readonly key: string;
  readonly quantity: string;
  readonly text: string;
}

interface PriceChartProps {
  readonly series: readonly Series[];
  readonly shows: "amount" | "unitPrice";
  readonly unit: string;
  readonly marks?: readonly Mark[];
  /** The ends of the prices' tiers, ascending. */
  readonly boundaries?: readonly string[];
  readonly height?: number;
}

/** Price by quantity, with a line for each price. Pointer and arrow keys show the exact amounts. */
export function PriceChart({ series, shows, unit, marks = [], boundaries = [], height = 320 }: PriceChartProps) {
  const [at, setAt] = useState<{ readonly place: number; readonly x: number; readonly width: number } | null>(null);
  const quantities = series[0]?.points.map(({ quantity }) => quantity) ?? [];
  const currency = series[0]?.currency ?? "";
  const label = `${shows === "amount" ? "Amount" : "Price per unit"} in ${currency} by quantity of ${unit}`;
  return (
    <div className="relative">
      <div className="mb-1 text-xs text-muted">
        {shows === "amount" ? `Amount per period, ${currency}` : `Per ${unit}, ${currency}`}
      </div>
      <Chart
        label={label}
        height={height}
        margin={{ left: 64, right: 12, bottom: 28, top: 16 }}
        table={<Figures series={series} shows={shows} label={label} />}
      >
        {(box) => {
          const scales = scalesOf(box, series, shows);
          const look = (place: number) => {
            const next = Math.max(0, Math.min(quantities.length - 1, place));
            setAt({ place: next, x: scales.x(toLength(quantities[next] ?? "0")), width: box.width });
          };
          const onKeyDown = (event: KeyboardEvent) => {
            const step = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key] ?? 0;
            if (step === 0) return;
            event.preventDefault();
            look((at?.place ?? -1) + step);
          };
          return (
            <>
              <TierLines box={box} x={scales.x} boundaries={boundaries} isNumbered={series.length === 1} />
              <Lines box={box} series={series} shows={shows} marks={marks} currency={currency} />
              {at !== null && (
                <g aria-hidden>
                  <line x1={at.x} x2={at.x} y1={box.top} y2={box.bottom} className="stroke-line-strong" />
                  {series.map(({ key, points }, index) => {
                    const value = points[at.place]?.[shows];
                    return typeof value === "string" ? (
                      <circle
                        key={key}
                        cx={at.x}
                        cy={scales.y(toLength(value))}
                        r={3.5}
                        className={lineOf(index).fill}
                      />
                    ) : null;
                  })}
                </g>
              )}
              <rect
                role="img"
                aria-label={`${label}. Use the arrow keys to read the values.`}
                x={box.left}
                y={box.top}
                width={Math.max(0, box.right - box.left)}
                height={Math.max(0, box.bottom - box.top)}
                tabIndex={0}
                className="fill-transparent"
                onKeyDown={onKeyDown}
                onFocus={() => at ?? look(0)}
                onBlur={() => setAt(null)}
                onPointerLeave={() => setAt(null)}
                onPointerMove={({ currentTarget, clientX }) => {
                  const { left, width } = currentTarget.getBoundingClientRect();
                  const part = (clientX - left) / Math.max(1, width);
                  look(nearest(quantities, scales.x.invert(box.left + part * (box.right - box.left))));
                }}
              />
            </>
          );
        }}
      </Chart>
      {at !== null && <Reading at={at} series={series} unit={unit} />}
    </div>
  );
}

/** The place of the quantity that is nearest to a length. */
function nearest(quantities: readonly string[], length: number): number {
  const distances = quantities.map((quantity) => Math.abs(toLength(quantity) - length));
  return distances.indexOf(Math.min(...distances));
}

function scalesOf(box: Box, series: readonly Series[], shows: PriceChartProps["shows"]) {
  const all = series.flatMap(({ points }) => points);
  const longest = Math.max(0, ...all.map((point) => toLength(point[shows] ?? "0"))) || 1;
  const furthest = Math.max(1e-9, ...all.map(({ quantity }) => toLength(quantity)));
  const nearest = Math.min(furthest, ...all.map(({ quantity }) => toLength(quantity)));
  return {
    x: scaleLinear().domain([nearest, furthest]).range([box.left, box.right]),
    y: scaleLinear().domain([0, longest]).nice(5).range([box.bottom, box.top]),
  };
}

type LinesProps = Required<Pick<PriceChartProps, "series" | "shows" | "marks">> & {
  readonly box: Box;
  readonly currency: string;
};

function Lines({ box, series, shows, marks, currency }: LinesProps) {
  const { x, y } = scalesOf(box, series, shows);
  const format = (value: number) =>
    shows === "amount"
      ? formatMoneyShort(String(value), currency)
      : formatMoney(String(Number(value.toFixed(8))), currency);
  return (
    <>
      <ValueAxis box={box} ticks={y.ticks(5)} place={y} format={format} />
      <LabelAxis
        box={box}
        room={60}
        labels={x.ticks(7).map((tick) => ({ key: String(tick), x: x(tick), text: formatQuantityShort(String(tick)) }))}
      />
      {marks
        .filter(({ quantity }) => toLength(quantity) <= (x.domain()[1] ?? 0))
        .map(({ key, quantity, text }) => (
          <g key={key} transform={`translate(${x(toLength(quantity))} 0)`}>
            <line y1={box.top} y2={box.bottom} className="stroke-chart-5" strokeDasharray="3 3" />
            <text
              y={box.top - 4}
              textAnchor={x(toLength(quantity)) > box.width / 2 ? "end" : "start"}
              className="fill-muted text-[11px]"
            >
              {text}
            </text>
          </g>
        ))}
      {series.map(({ key, points }, index) => (
        <path
          key={key}
          d={
            line<(typeof points)[number]>()
              .defined((point) => point[shows] !== null)
              .x(({ quantity }) => x(toLength(quantity)))
              .y((point) => y(toLength(point[shows] ?? "0")))(points) ?? ""
          }
          className={`fill-none ${lineOf(index).stroke}`}
          strokeWidth={2}
        />
      ))}
    </>
  );
}

interface ReadingProps {
  readonly at: { readonly place: number; readonly x: number; readonly width: number };
  readonly series: readonly Series[];
  readonly unit: string;
}

function Reading({ at, series, unit }: ReadingProps) {
  return (
    <Tip x={at.x} width={at.width}>
      <div className="figures mb-1 font-medium">
        {formatQuantity(series[0]?.points[at.place]?.quantity ?? "0")} {unit}
      </div>
      <ul className="flex flex-col gap-1">
        {series.map(({ key, name, currency, points }, index) => {
          const point = points[at.place];
          return point === undefined ? null : (
            <li key={key} className="figures">
              <span aria-hidden className={`mr-1.5 inline-block size-2 rounded-full ${lineOf(index).back}`} />
              {series.length > 1 && <span className="text-muted">{name} </span>}
              <span className="font-medium">{formatMoney(point.amount, currency)}</span>
              {point.unitPrice !== null && (
                <span className="text-muted"> · {formatMoney(point.unitPrice, currency)} each</span>
              )}
              {point.tier !== null && <span className="text-muted"> · Tier {point.tier.number}</span>}
            </li>
          );
        })}
      </ul>
    </Tip>
  );
}

const READ_OUT = 21;

/** Some of the figures for screen readers. All of them would be too many. */
function Figures({ series, shows, label }: Pick<PriceChartProps, "series" | "shows"> & { readonly label: string }) {
  const length = series[0]?.points.length ?? 0;
  const every = Math.max(1, Math.ceil(length / READ_OUT));
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Quantity</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length }, (_, place) => place)
          .filter((place) => place % every === 0)
          .map((place) => (
            <tr key={place}>
              <th scope="row">{series[0]?.points[place]?.quantity}</th>
              {series.map(({ key, points }) => (
                <td key={key}>{points[place]?.[shows] ?? ""}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
