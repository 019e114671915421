import type { MetricUsage } from "@counterfoil/sdk";
import { toLength } from "../../format/amount.ts";

/** The usage of one account, or of one group of an account, over the windows of a range. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly accountId: string;
  /** The quantity of the whole range, as the server measured it. */
  readonly quantity: string;
  readonly eventCount: number;
  readonly points: readonly Point[];
}

export interface Point {
  readonly from: string;
  readonly to: string;
  readonly quantity: string;
  readonly eventCount: number;
}

/** One series for each account. */
export function accountSeries(usages: readonly MetricUsage[], names: ReadonlyMap<string, string>): Series[] {
  return usages.map(({ accountId, quantity, eventCount, windows = [] }) => ({
    key: accountId,
    name: names.get(accountId) ?? accountId,
    accountId,
    quantity,
    eventCount,
    points: windows,
  }));
}

/** One series for each value of the property, largest first. */
export function groupSeries({ accountId, groups = [], windows = [] }: MetricUsage, property: string): Series[] {
  const byKey = windows.map((window) => ({
    ...window,
    groups: new Map((window.groups ?? []).map((group) => [keyOf(group.values, property), group])),
  }));
  return groups
    .map(({ values, quantity, eventCount }) => {
      const key = keyOf(values, property);
      return {
        key,
        name: values[property] ?? `Without ${property}`,
        accountId,
        quantity,
        eventCount,
        points: byKey.map(({ from, to, groups: inWindow }) => {
          const found = inWindow.get(key);
          return { from, to, quantity: found?.quantity ?? "0", eventCount: found?.eventCount ?? 0 };
        }),
      };
    })
    .toSorted((left, right) => toLength(right.quantity) - toLength(left.quantity));
}

function keyOf(values: Readonly<Record<string, string>>, property: string): string {
  const value = values[property];
  return value === undefined ? "-" : `=${value}`;
}
