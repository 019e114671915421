import type { MarginItem } from "@counterfoil/sdk";
import { classes } from "../../design/classes.ts";
import { toLength } from "../../format/amount.ts";

/** The colors of the bars, for the legend. */
export const MARGIN_COLORS = [
  ["bg-chart-1", "Revenue"],
  ["bg-chart-3", "Cost"],
  ["bg-chart-4", "Cost above revenue"],
] as const;

interface MarginBarsProps {
  readonly item: Pick<MarginItem, "revenue" | "cost">;
  /** The length of the longest bar of the table. */
  readonly longest: number;
}

/** The revenue of a row above its cost. The table has the figures. */
export function MarginBars({ item, longest }: MarginBarsProps) {
  const revenue = Math.max(0, toLength(item.revenue ?? "0"));
  const cost = toLength(item.cost ?? "0");
  const within = Math.min(revenue, cost);
  return (
    <span aria-hidden className="flex flex-col gap-0.5">
      <span className="flex h-2">
        <Part length={revenue} longest={longest} className="bg-chart-1" />
      </span>
      <span className="flex h-2">
        <Part length={within} longest={longest} className="bg-chart-3" />
        <Part length={cost - within} longest={longest} className="bg-chart-4" />
      </span>
    </span>
  );
}

/** The longest revenue or cost of some rows. */
export function longestBar(items: readonly Pick<MarginItem, "revenue" | "cost">[]): number {
  return Math.max(0, ...items.flatMap(({ revenue, cost }) => [toLength(revenue ?? "0"), toLength(cost ?? "0")]));
}

interface PartProps {
  readonly length: number;
  readonly longest: number;
  readonly className: string;
}

function Part({ length, longest, className }: PartProps) {
  if (length <= 0 || longest <= 0) return null;
  return (
    <span
      className={classes("h-full min-w-px first:rounded-l-[2px] last:rounded-r-[2px]", className)}
      style={{ width: `${(length / longest) * 100}%` }}
    />
  );
}
