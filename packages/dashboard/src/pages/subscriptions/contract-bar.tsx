import { classes } from "../../design/classes.ts";
import { formatDay } from "../../format/dates.ts";
import type { ContractSpan } from "./contract-spans.ts";

interface ContractBarProps {
  readonly span: ContractSpan;
  readonly timeZone: string;
  readonly present: number;
  /** The position of an instant, in percent of the axis. */
  readonly place: (at: number) => number;
  /** False for drafts and quotes, which are drawn as outlines. */
  readonly isAgreed: boolean;
}

/**
 * One contract on the time axis: a block for each version, hatched pauses, and an open right end if no end is agreed.
 */
export function ContractBar({ span, timeZone, present, place, isAgreed }: ContractBarProps) {
  const edges = (from: number, to: number | null) => ({
    left: `${place(from)}%`,
    width: `${Math.max(0.6, (to === null ? 100 : place(to)) - place(from))}%`,
  });
  const fields = span.versions.length > 0 ? span.versions : [{ ...span, id: "all", name: "Not active yet" }];
  return (
    <span aria-hidden className="relative block h-5 rounded-sm bg-sunken">
      {fields.map(({ id, name, from, to }, index) => (
        <span
          key={id}
          title={`${name}, from ${formatDay(new Date(from).toISOString(), timeZone)}`}
          className={classes(
            "absolute inset-y-0",
            isAgreed
              ? index % 2 === 0
                ? "border-r-2 border-surface bg-chart-1"
                : "border-r-2 border-surface bg-chart-2"
              : "rounded-sm border border-dashed border-line-strong",
            to === null && isAgreed && "[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)]",
          )}
          style={edges(from, to)}
        />
      ))}
      {span.pauses.map(({ from, to }) => (
        <span
          key={from}
          title={`Paused from ${formatDay(new Date(from).toISOString(), timeZone)}`}
          className="absolute inset-y-0 bg-[repeating-linear-gradient(45deg,var(--surface)_0_3px,var(--warn)_3px_6px)]"
          style={edges(from, to)}
        />
      ))}
      <span className="absolute -inset-y-1 w-0.5 bg-bad" style={{ left: `${place(present)}%` }} />
    </span>
  );
}
