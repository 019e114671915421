import type { CreditGrant, CreditGrantLedgerEntry } from "@counterfoil/sdk";
import { scaleLinear, scaleTime } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { type KeyboardEvent, useState } from "react";
import { useNowOf } from "../../clocks/use-present.ts";
import { useOrganization } from "../../../server/session.ts";
import { LabelAxis, ValueAxis } from "../../../charts/axis.tsx";
import { Chart } from "../../../charts/chart.tsx";
import { Tip } from "../../../charts/tip.tsx";
import { formatMoneyShort, formatQuantityShort } from "../../../format/amount.ts";
import { formatDay } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import { AmountOfGrant } from "./amount-of-grant.tsx";
import { type BurnPoint, burnDown } from "./burn-down.ts";

interface BurnDownChartProps {
  readonly grant: CreditGrant;
  readonly entries: readonly CreditGrantLedgerEntry[];
}

/** What is left of a grant, from its beginning to today, and its end. */
export function BurnDownChart({ grant, entries }: BurnDownChartProps) {
  const { timezone } = useOrganization();
  const [at, setAt] = useState<{ readonly point: BurnPoint; readonly x: number; readonly width: number } | null>(null);
  const present = useNowOf(grant.accountId);
  const points = burnDown(entries);
  const first = points[0];
  if (first === undefined) return null;
  const start = Date.parse(first.entry.createdAt);
  const now = Math.max(present ?? start, start + 1);
  const expiry = grant.expiresAt === null ? null : Date.parse(grant.expiresAt);
  const end = Math.max(now, expiry ?? now);
  const short = (value: number) =>
    grant.currency === null ? formatQuantityShort(String(value)) : formatMoneyShort(String(value), grant.currency);
  return (
    <div className="relative">
      <div className="mb-1 text-xs text-muted">Remaining, {grant.currency ?? "units"}</div>
      <Chart
        label="Remaining balance over time"
        height={200}
        table={
          <table>
            <caption>Grant ledger</caption>
            <tbody>
              {entries.map(({ id, kind, amount, createdAt }) => (
                <tr key={id}>
                  <th scope="row">{formatDay(createdAt, timezone)}</th>
                  <td>{kind}</td>
                  <td>{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      >
        {(box) => {
          const x = scaleTime().domain([start, end]).range([box.left, box.right]);
          const y = scaleLinear()
            .domain([0, Math.max(...points.map(({ left }) => left), 1)])
            .nice(4)
            .range([box.bottom, box.top]);
          const steps = [
            ...points.map(({ entry, left }) => [x(Date.parse(entry.createdAt)), y(left)] as const),
            [x(now), y(points.at(-1)?.left ?? 0)] as const,
          ];
          const shape = (maker: { (of: [number, number][]): string | null }) =>
            maker(steps.map(([one, other]) => [one, other])) ?? "";
          const look = (place: number) => {
            const point = points[Math.max(0, Math.min(points.length - 1, place))];
            if (point !== undefined) setAt({ point, x: x(Date.parse(point.entry.createdAt)), width: box.width });
          };
          const onKeyDown = (event: KeyboardEvent) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (step === 0) return;
            event.preventDefault();
            look((at === null ? -1 : points.indexOf(at.point)) + step);
          };
          return (
            <>
              <ValueAxis box={box} ticks={y.ticks(4)} place={y} format={short} />
              <LabelAxis
                box={box}
                room={90}
                labels={x.ticks(6).map((tick) => ({
                  key: tick.toISOString(),
                  x: x(tick),
                  text: formatDay(tick.toISOString(), timezone),
                }))}
              />
              <path
                d={shape(
                  area<[number, number]>()
                    .x(([one]) => one)
                    .y0(y(0))
                    .y1(([, other]) => other)
                    .curve(curveStepAfter),
                )}
                className="fill-chart-1 opacity-15"
              />
              <path
                d={shape(line<[number, number]>().curve(curveStepAfter))}
                className="fill-none stroke-chart-1"
                strokeWidth={2}
              />
              {expiry !== null && (
                <g>
                  <line
                    x1={x(expiry)}
                    x2={x(expiry)}
                    y1={box.top}
                    y2={box.bottom}
                    className="stroke-chart-3"
                    strokeDasharray="4 3"
                  />
                  <text x={x(expiry) - 6} y={box.top + 10} textAnchor="end" className="fill-muted text-[11px]">
                    expires
                  </text>
                </g>
              )}
              {at !== null && <circle cx={at.x} cy={y(at.point.left)} r={4} className="fill-chart-1" />}
              <rect
                role="img"
                x={box.left}
                y={box.top}
                width={Math.max(0, box.right - box.left)}
                height={Math.max(0, box.bottom - box.top)}
                tabIndex={0}
                aria-label="Use the arrow keys to read the ledger entries."
                className="fill-transparent"
                onKeyDown={onKeyDown}
                onFocus={() => look(0)}
                onBlur={() => setAt(null)}
                onPointerLeave={() => setAt(null)}
                onPointerMove={({ currentTarget, clientX }) => {
                  const wanted = clientX - currentTarget.getBoundingClientRect().left + box.left;
                  const next = points.findIndex(({ entry }) => x(Date.parse(entry.createdAt)) > wanted);
                  look(next === -1 ? points.length - 1 : next - 1);
                }}
              />
            </>
          );
        }}
      </Chart>
      {at !== null && (
        <Tip x={at.x} width={at.width}>
          <div className="font-medium">{formatDay(at.point.entry.createdAt, timezone)}</div>
          <div>
            {toWords(at.point.entry.kind)}: <AmountOfGrant {...at.point.entry} />
          </div>
        </Tip>
      )}
    </div>
  );
}
