import type { RecurringRevenueItem } from "@counterfoil/sdk";
import { ValueAxis } from "../../charts/axis.tsx";
import type { Box } from "../../charts/chart.tsx";
import { type BandScale, lineThrough, scaleLinear } from "../../charts/scale.ts";
import { formatMoneyShort, toLength } from "../../format/amount.ts";

/** The types of movements, with their colors on these pages. */
export const MOVEMENTS = [
  { member: "new", name: "New", fill: "fill-chart-1", background: "bg-chart-1" },
  { member: "expansion", name: "Expansion", fill: "fill-chart-2", background: "bg-chart-2" },
  { member: "reactivation", name: "Reactivation", fill: "fill-chart-6", background: "bg-chart-6" },
  { member: "contraction", name: "Contraction", fill: "fill-chart-3", background: "bg-chart-3" },
  { member: "churn", name: "Churn", fill: "fill-chart-4", background: "bg-chart-4" },
] as const;

interface RecurringMarksProps {
  readonly items: readonly RecurringRevenueItem[];
  readonly currency: string;
  readonly box: Box;
  readonly x: BandScale<string>;
}

/** Increases are stacked above the zero line and decreases below it. Both share one axis with the line of MRR. */
export function RecurringMarks({ items, currency, box, x }: RecurringMarksProps) {
  const stacks = items.map(stack);
  const top = Math.max(1, ...items.map(({ closing }) => toLength(closing)), ...stacks.map(({ above }) => above));
  const bottom = Math.min(0, ...stacks.map(({ below }) => below));
  const y = scaleLinear([bottom, top], [box.bottom, box.top], 5);
  const closing = items.map((item) => [x(item.month) + x.width / 2, y(toLength(item.closing))] as const);
  return (
    <>
      <ValueAxis box={box} ticks={y.ticks} place={y} format={(value) => formatMoneyShort(String(value), currency)} />
      {stacks.map(({ month, parts }) =>
        parts.map(({ member, fill, from, to }) => (
          <rect
            key={`${month} ${member}`}
            x={x(month)}
            width={x.width}
            y={Math.min(y(from), y(to))}
            height={Math.max(1, Math.abs(y(to) - y(from)))}
            rx={1.5}
            className={fill}
          />
        )),
      )}
      <path d={lineThrough(closing)} fill="none" strokeWidth={1.75} className="stroke-ink" />
      {closing.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r={2.5} className="fill-ink" />
      ))}
    </>
  );
}

function stack(item: RecurringRevenueItem) {
  let [above, below] = [0, 0];
  const parts = MOVEMENTS.flatMap(({ member, fill }) => {
    const length = toLength(item[member]);
    if (length === 0) return [];
    const from = length > 0 ? above : below;
    if (length > 0) above += length;
    else below += length;
    return [{ member, fill, from, to: from + length }];
  });
  return { month: item.month, parts, above, below };
}
