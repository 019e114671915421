import type { ReactNode } from "react";
import { ValueAxis } from "../../charts/axis.tsx";
import { MonthChart } from "../../charts/month-chart.tsx";
import { scaleLinear } from "../../charts/scale.ts";
import { TipLines } from "../../charts/month-chart.tsx";
import { formatMoney, formatMoneyShort, toLength } from "../../format/amount.ts";

interface StackedMonth {
  readonly month: string;
  /** The amounts of the parts, from the bottom up. */
  readonly parts: readonly string[];
  readonly total: string;
}

interface StackedMonthsProps {
  readonly label: string;
  readonly currency: string;
  /** The name and the color of each part. */
  readonly parts: readonly (readonly [name: string, fill: string])[];
  readonly months: readonly StackedMonth[];
  readonly table: ReactNode;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const HEIGHT = 220;

/** Amounts of months with their parts on top of each other. */
export function StackedMonths({ label, currency, parts, months, table, to, search }: StackedMonthsProps) {
  const money = (amount: string) => formatMoney(amount, currency);
  const linesOf = ({ parts: amounts, total }: StackedMonth) => [
    ...parts.map(([name], place) => [name, money(amounts[place] ?? "0")] as const),
    ["Total", money(total)] as const,
  ];
  return (
    <MonthChart
      label={label}
      height={HEIGHT}
      table={table}
      marks={months.map((month) => ({
        month: month.month,
        tip: <TipLines lines={linesOf(month)} />,
        words: linesOf(month)
          .map(([name, value]) => `${name} ${value}`)
          .join(", "),
        to,
        search,
      }))}
    >
      {(box, x) => {
        const stacks = months.map((month) => ({ month: month.month, ...stackOf(month.parts) }));
        const y = scaleLinear(
          [Math.min(0, ...stacks.map(({ low }) => low)), Math.max(1, ...stacks.map(({ high }) => high))],
          [box.bottom, box.top],
          4,
        );
        return (
          <>
            <ValueAxis
              box={box}
              ticks={y.ticks}
              place={y}
              format={(value) => formatMoneyShort(String(value), currency)}
            />
            {stacks.map(({ month, spans }) =>
              spans.map(([from, until], place) => (
                <rect
                  key={`${month} ${parts[place]?.[0] ?? ""}`}
                  x={x(month) + Math.max(0, x.width - WIDEST) / 2}
                  width={Math.min(WIDEST, x.width)}
                  y={Math.min(y(from), y(until))}
                  height={Math.abs(y(from) - y(until))}
                  rx={1.5}
                  className={parts[place]?.[1]}
                />
              )),
            )}
          </>
        );
      }}
    </MonthChart>
  );
}

const WIDEST = 72;

/** Where each part begins and ends. Positive parts go up from zero, negative ones down. */
function stackOf(amounts: readonly string[]) {
  let [high, low] = [0, 0];
  const spans = amounts.map((amount) => {
    const length = toLength(amount);
    const from = length < 0 ? low : high;
    if (length < 0) low += length;
    else high += length;
    return [from, from + length] as const;
  });
  return { spans, high, low };
}
