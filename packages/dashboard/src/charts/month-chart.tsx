import { Link } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { formatMonth, formatMonthShort } from "../format/dates.ts";
import { LabelAxis } from "./axis.tsx";
import { type Box, Chart } from "./chart.tsx";
import { type BandScale, scaleBand } from "./scale.ts";
import { Tip } from "./tip.tsx";

export interface MonthMark {
  /** `2024-03` */
  readonly month: string;
  /** The name of its days if they are not the whole month: `Mar 1 – 25`. */
  readonly name?: string;
  /** The content of the tooltip, for pointer and keyboard. */
  readonly tip: ReactNode;
  /** The same as one sentence, for screen readers. */
  readonly words: string;
  /** The page with the items behind the month's figures. The whole column is the link. */
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Instead of `to`: called to open something on the same page. */
  readonly onChoose?: () => void;
}

interface MonthChartProps {
  readonly label: string;
  readonly height: number;
  readonly marks: readonly MonthMark[];
  readonly table?: ReactNode;
  readonly children: (box: Box, x: BandScale<string>) => ReactNode;
}

const LEFT = 56;
const RIGHT = 8;
/** WCAG 2.2, 2.5.8. */
const SMALLEST_TARGET = 24;

/** A chart by calendar months. Each month is a link for pointer and keyboard, with its tooltip next to it. */
export function MonthChart({ label, height, marks, table, children }: MonthChartProps) {
  const [at, setAt] = useState<{ month: string; x: number; width: number } | null>(null);
  const shown = marks.find(({ month }) => month === at?.month);
  const [isNarrow, setNarrow] = useState(false);
  const columns = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const watched = columns.current;
    if (watched === null) return;
    const observer = new ResizeObserver(() => setNarrow(watched.clientWidth / marks.length < SMALLEST_TARGET));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [marks.length]);
  return (
    <div className="relative" onPointerLeave={() => setAt(null)}>
      <Chart label={label} height={height} margin={{ left: LEFT, right: RIGHT }} table={table}>
        {(box) => {
          const x = scaleBand(
            marks.map(({ month }) => month),
            [box.left, box.right],
            0.28,
          );
          const labels = marks.map(({ month }) => ({
            key: month,
            x: x(month) + x.width / 2,
            text: month.endsWith("-01") ? formatMonth(month) : formatMonthShort(month),
          }));
          return (
            <>
              {at !== null && (
                <rect
                  x={x(at.month) - x.step * 0.14}
                  width={x.step}
                  y={box.top}
                  height={box.bottom - box.top}
                  className="fill-sunken"
                />
              )}
              {children(box, x)}
              <LabelAxis box={box} labels={labels} />
            </>
          );
        }}
      </Chart>
      <div ref={columns} className="absolute inset-y-0 flex" style={{ left: LEFT, right: RIGHT }}>
        {marks.map(({ month, name = formatMonth(month), words, to, search, onChoose }) => {
          const point = ({ currentTarget }: { currentTarget: HTMLElement }) =>
            setAt({
              month,
              x: LEFT + currentTarget.offsetLeft + currentTarget.offsetWidth / 2,
              width: LEFT + RIGHT + (currentTarget.parentElement?.clientWidth ?? 0),
            });
          const shared = {
            "aria-label": `${name}: ${words}`,
            className: "h-full min-w-0 flex-1 rounded-sm",
            onPointerEnter: point,
            onFocus: point,
            onBlur: () => setAt(null),
          };
          // Too narrow for a finger. The target page can also be reached without this link.
          if (isNarrow) return <div key={month} role="img" {...shared} />;
          return to === undefined ? (
            <button key={month} type="button" onClick={onChoose} {...shared} />
          ) : (
            <Link key={month} to={to} search={search ?? {}} {...shared} />
          );
        })}
      </div>
      {at !== null && shown !== undefined && (
        <Tip x={at.x} width={at.width}>
          <div className="mb-1 font-medium">{shown.name ?? formatMonth(shown.month)}</div>
          {shown.tip}
        </Tip>
      )}
    </div>
  );
}

/** Lines of a tooltip: a name and a value. */
export function TipLines({ lines }: { readonly lines: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
      {lines.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="figures text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
