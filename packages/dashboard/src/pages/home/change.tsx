import { classes } from "../../design/classes.ts";
import { formatPercent, isNegative, isZero } from "../../format/amount.ts";

interface ChangeProps {
  /** Percent, or percentage points. Null if there is nothing to compare with. */
  readonly change: string | null;
  readonly unit: "percent" | "points";
  /** Whether more is better. */
  readonly isGoodUp: boolean;
  /** The figure before, as text. */
  readonly before: string;
}

/** How much a figure changed from the period before: `+4.2% from $1,200.00`. */
export function Change({ change, unit, isGoodUp, before }: ChangeProps) {
  if (change === null) return <>Before: {before}</>;
  if (isZero(change)) return <>Unchanged from {before}</>;
  const isUp = !isNegative(change);
  const tone = isUp === isGoodUp ? "text-good" : "text-bad";
  return (
    <>
      <span className={classes("font-medium", tone)}>{changeText(change, unit)}</span> from {before}
    </>
  );
}

/** `+4.2%` or `−1.5 points`. */
function changeText(change: string, unit: ChangeProps["unit"]): string {
  const sign = isNegative(change) ? "" : "+";
  const percent = formatPercent(change);
  return unit === "percent" ? `${sign}${percent}` : `${sign}${percent.replace(/\s?%/, "")} points`;
}
