import type { PortalUsage } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Bar, BarChart } from "../charts/bar-chart.tsx";
import { FailureLine, Skeleton } from "../design/states.tsx";
import { isZero } from "../format/amount.ts";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

const SELECT = "h-9 max-w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm";

type MetricHistory = PortalUsage["metrics"][number];

/** The usage of the last twelve months, by month or by the days of a month, as a chart and a table. */
export function UsageHistory({ token }: { readonly token: string }) {
  const { words } = useReading();
  const [month, setMonth] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const history = useQuery({
    queryKey: ["portal", token, "usage", month],
    queryFn: ({ signal }) => portals.getUsage(token, month === null ? {} : { month }, { signal }),
    retry: false,
    placeholderData: (earlier) => earlier,
  });
  const { data } = history;
  const metric = data?.metrics.find((one) => one.metric === name) ?? data?.metrics[0];
  // Only a customer with usage prices has a history.
  if (data !== undefined && data.metrics.length === 0) return null;
  return (
    <Part title={words.usageHistory}>
      <FailureLine error={history.error} />
      {data === undefined && history.error === null && <Skeleton className="h-56 w-full" />}
      {data !== undefined && (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <Choice months={data.months} month={month} onChoose={setMonth} />
            {data.metrics.length > 1 && (
              <select
                aria-label={words.usageHistory}
                value={metric?.metric}
                onChange={(event) => setName(event.target.value)}
                className={SELECT}
              >
                {data.metrics.map(({ metric: one }) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            )}
          </div>
          {metric !== undefined && <History metric={metric} history={data} />}
        </>
      )}
    </Part>
  );
}

interface ChoiceProps {
  readonly months: readonly string[];
  /** Null shows all months. */
  readonly month: string | null;
  readonly onChoose: (month: string | null) => void;
}

/** All months, or the days of one of them. */
function Choice({ months, month, onChoose }: ChoiceProps) {
  const { words, locale } = useReading();
  const names = monthNames(locale, "UTC", "long");
  return (
    <select
      aria-label={words.month}
      value={month ?? ""}
      onChange={({ target: { value } }) => onChoose(value === "" ? null : value)}
      className={SELECT}
    >
      <option value="">{words.byMonth}</option>
      <optgroup label={words.byDay}>
        {months.map((one) => (
          <option key={one} value={one}>
            {names.format(new Date(`${one}-01T00:00:00Z`))}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

interface HistoryProps {
  readonly metric: MetricHistory;
  readonly history: PortalUsage;
}

/** The width in pixels of a label below a bar. */
const ROOM = 52;

function History({ metric: { metric, unitLabel, periods }, history: { unit, timezone } }: HistoryProps) {
  const { words, quantity, locale } = useReading();
  const full = unit === "month" ? monthNames(locale, timezone, "long") : dayNames(locale, timezone, "long");
  const short = unit === "month" ? monthNames(locale, timezone, "short") : dayNames(locale, timezone, "short");
  const withUnit = (value: string) => [quantity(value), unitLabel].filter((text) => text !== null).join(" ");
  const figures = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const bars = periods.map(({ from, quantity: used }): Bar => {
    const name = full.format(new Date(from));
    return { key: from, text: short.format(new Date(from)), value: used, tip: `${name}: ${withUnit(used)}` };
  });
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold break-words">{metric}</h3>
      {periods.every(({ quantity: used }) => isZero(used)) ? (
        <p className="text-sm text-muted">{words.noUsage}</p>
      ) : (
        <>
          <BarChart
            label={`${words.usageHistory}: ${metric}`}
            bars={bars}
            format={(value) => figures.format(value)}
            unit={unitLabel ?? words.quantity}
            hint={words.arrowKeys}
            room={ROOM}
          />
          <table className="mt-3 w-full text-sm">
            <thead>
              <tr className="border-b border-line text-start text-xs text-muted">
                <th scope="col" className="py-1.5 text-start font-medium">
                  {unit === "month" ? words.month : words.day}
                </th>
                <th scope="col" className="py-1.5 text-end font-medium">
                  {unitLabel ?? words.quantity}
                </th>
              </tr>
            </thead>
            <tbody>
              {periods.toReversed().map(({ from, quantity: used }) => (
                <tr key={from} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1.5 text-start font-normal">
                    {full.format(new Date(from))}
                  </th>
                  <td className="figures py-1.5 text-end">{quantity(used)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function monthNames(locale: string, timeZone: string, length: "long" | "short"): Intl.DateTimeFormat {
  const year = length === "long" ? ({ year: "numeric" } as const) : {};
  return new Intl.DateTimeFormat(locale, { month: length, ...year, calendar: "gregory", timeZone });
}

function dayNames(locale: string, timeZone: string, length: "long" | "short"): Intl.DateTimeFormat {
  const parts = length === "long" ? ({ dateStyle: "long" } as const) : ({ day: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { ...parts, calendar: "gregory", timeZone });
}
