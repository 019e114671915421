import type { MetricUsage } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { groupSeries } from "../../src/pages/usage/series.ts";

const windowOf = (day: string, groups: { region?: string; quantity: string }[]) => ({
  from: `2026-11-${day}T00:00:00.000Z`,
  to: `2026-11-${day}T23:59:59.000Z`,
  quantity: "0",
  eventCount: 1,
  groups: groups.map(({ region, quantity }) => ({
    values: (region === undefined ? {} : { region }) as Readonly<Record<string, string>>,
    quantity,
    eventCount: 1,
  })),
});

const USAGE: MetricUsage = {
  metricId: "metric_1",
  accountId: "acct_1",
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-11-03T00:00:00.000Z",
  quantity: "13.5",
  eventCount: 3,
  groups: [
    { values: {}, quantity: "1.5", eventCount: 1 },
    { values: { region: "eu" }, quantity: "12", eventCount: 2 },
  ],
  windows: [
    windowOf("01", [{ quantity: "1.5" }, { region: "eu", quantity: "4" }]),
    windowOf("02", [{ region: "eu", quantity: "8" }]),
  ],
};

test("each value of a property has its line, largest first, with missing values as 0", () => {
  const [eu, without] = groupSeries(USAGE, "region");
  expect(eu).toMatchObject({ name: "eu", quantity: "12" });
  expect(eu?.points.map(({ quantity }) => quantity)).toEqual(["4", "8"]);
  expect(without).toMatchObject({ name: "Without region", quantity: "1.5" });
  expect(without?.points.map(({ quantity }) => quantity)).toEqual(["1.5", "0"]);
});
