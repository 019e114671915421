import { Decimal, minorUnits, perCent } from "@counterfoil/engine";
import type { Conversion } from "../../exchange-rates/index.ts";

/** How amounts are grouped: one item for each account, product, metric, day, or value of a property. */
export const MARGIN_GROUPS = ["account", "product", "metric", "day", "property"] as const;

export type MarginGroup = (typeof MARGIN_GROUPS)[number];

/** A part of revenue or cost. */
export interface MarginPart {
  /** Running revenue is not on an issued invoice yet. */
  readonly kind: "revenue" | "running" | "cost";
  /** What it is grouped by. Null if it has no such group. */
  readonly key: string | null;
  readonly currency: string;
  /** The day whose exchange rate converts it. */
  readonly on: string;
  readonly amount: Decimal;
}

/** Exact amounts in one currency. Null if an exchange rate is missing. */
export interface MarginAmounts {
  /** Of issued invoices, and running. */
  revenue: string | null;
  /** The part of the revenue that is not on an issued invoice yet. */
  runningRevenue: string | null;
  cost: string | null;
  margin: string | null;
  /** Percent of the revenue, with two decimals. Null without revenue. */
  marginPercent: string | null;
}

export interface MarginFigure extends MarginAmounts {
  key: string | null;
}

/** One figure for each key, the one with the lowest margin first, days in their order. Missing rates come last. */
export function marginFigures(
  parts: readonly MarginPart[],
  group: MarginGroup,
  conversion: Conversion,
): MarginFigure[] {
  const figures = [...Map.groupBy(parts, ({ key }) => key)].map(([key, own]) => ({
    key,
    ...marginAmounts(own, conversion),
  }));
  return figures.toSorted((a, b) => (group === "day" ? 0 : compareMargins(a.margin, b.margin)) || compareKeys(a, b));
}

/** The figures of all parts together. */
export function marginAmounts(parts: readonly MarginPart[], conversion: Conversion): MarginAmounts {
  const sum = (...kinds: readonly MarginPart["kind"][]) =>
    conversion.sum(parts.filter(({ kind }) => kinds.includes(kind)));
  const [revenue, running, cost] = [sum("revenue", "running"), sum("running"), sum("cost")];
  const margin = revenue !== null && cost !== null ? revenue.minus(cost) : null;
  const shown = (amount: Decimal | null) => (amount === null ? null : exactAmount(amount, conversion.currency));
  return {
    revenue: shown(revenue),
    runningRevenue: shown(running),
    cost: shown(cost),
    margin: shown(margin),
    marginPercent: (margin !== null && revenue !== null ? perCent(margin, revenue) : null)?.toFixed(2) ?? null,
  };
}

/** All digits, and at least those of the currency: 1.50, 0.0025. */
export function exactAmount(amount: Decimal, currency: string): string {
  const text = amount.toCanonical();
  const digits = (text.split(".")[1] ?? "").length;
  return digits > minorUnits(currency) ? text : amount.toFixed(minorUnits(currency));
}

function compareMargins(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Decimal.of(one).compare(Decimal.of(other));
}

function compareKeys({ key: one }: MarginFigure, { key: other }: MarginFigure): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
