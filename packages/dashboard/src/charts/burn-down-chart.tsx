import { BarChart } from "./bar-chart.tsx";

interface Point {
  readonly at: string;
  readonly available: string;
}

interface BurnDownChartProps {
  readonly label: string;
  readonly currency: string;
  readonly points: readonly Point[];
  /** Drawn pale after the points. */
  readonly forecast: readonly Point[];
  readonly timezone: string;
  readonly locale: string;
  readonly money: (amount: string) => string;
  /** Tells screen readers how to read the values, in the language of the page. */
  readonly hint?: string;
}

/** What was available at the start of each day and now, and what is left if credit is used on as lately. */
export function BurnDownChart({
  label,
  currency,
  points,
  forecast,
  timezone,
  locale,
  money,
  hint,
}: BurnDownChartProps) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory", timeZone: timezone });
  const short = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    calendar: "gregory",
    timeZone: timezone,
  });
  const figures = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const bars = [...points, ...forecast].map(({ at, available }, place) => {
    const date = new Date(at);
    const isPale = place >= points.length;
    const tip = `${day.format(date)}: ${money(available)}`;
    return { key: at, text: short.format(date), value: available, tip, isPale };
  });
  return (
    <BarChart
      label={label}
      bars={bars}
      format={(value) => figures.format(value)}
      unit={currency}
      room={56}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}
