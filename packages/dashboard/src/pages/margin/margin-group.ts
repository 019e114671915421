import type { MarginGroupBy, MarginItem } from "@counterfoil/sdk";
import { formatDate } from "../../format/dates.ts";
import { isNegative } from "../../format/amount.ts";

interface MarginGroup {
  readonly name: string;
  readonly noun: string;
  /** The name of amounts that belong to none of them. */
  readonly none: string;
}

/** What the figures can be grouped by. */
export const MARGIN_GROUPS: Readonly<Record<MarginGroupBy, MarginGroup>> = {
  account: { name: "Account", noun: "account", none: "No account" },
  product: { name: "Product", noun: "product", none: "No product" },
  metric: { name: "Metric", noun: "metric", none: "No metric" },
  property: { name: "Property", noun: "value", none: "No value" },
  day: { name: "Day", noun: "day", none: "No day" },
};

/** The name of a row: of its account, product or metric, or else its day or value. */
export function marginName({ key, name }: Pick<MarginItem, "key" | "name">, group: MarginGroupBy): string {
  if (key === null) return MARGIN_GROUPS[group].none;
  return group === "day" ? formatDate(key) : (name ?? key);
}

/** Whether usage cost more than it earned. False if a missing exchange rate leaves the margin unknown. */
export function isLoss({ margin }: Pick<MarginItem, "margin">): boolean {
  return margin !== null && isNegative(margin);
}

/** The property to begin with: the first that metrics are split by or cost prices depend on, or else `model`. */
export function knownProperties(
  metrics: readonly { readonly groupBy: readonly string[] }[],
  costPrices: readonly { readonly properties: Readonly<Record<string, string>> }[],
): readonly string[] {
  const names = [
    ...metrics.flatMap(({ groupBy }) => groupBy),
    ...costPrices.flatMap(({ properties }) => Object.keys(properties)),
  ];
  return names.length === 0 ? ["model"] : [...new Set(names)];
}
