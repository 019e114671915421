import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { type MetricAnswer, toSlotUsage } from "../../src/billing/slot-usage.ts";

// R-RATE-4, R-MET-2: what the metrics of a price measured, as the usage to rate.

function answer(metricId: string, quantity: string, groups: Record<string, string> = {}): MetricAnswer {
  return {
    metricId,
    answer: {
      kind: "measured",
      quantity: Decimal.of(quantity),
      eventCount: Number(quantity),
      groups: Object.entries(groups).map(([region, of]) => ({
        values: { region },
        quantity: Decimal.of(of),
        eventCount: Number(of),
      })),
    } as unknown as MetricAnswer["answer"],
  };
}

const groupsOf = ({ groups }: ReturnType<typeof toSlotUsage>) =>
  groups.map(({ values, usage }) => `${values["region"]} ${usage.quantity.toString()} ${usage.eventCount.toString()}`);

test("adds the quantities of several metrics, and keeps each by its ID", () => {
  const { total } = toSlotUsage(false, [answer("metric_1", "10"), answer("metric_2", "5")]);
  expect(total.quantity.toString()).toBe("15");
  expect(total.eventCount.toString()).toBe("15");
  expect(Object.entries(total.metrics ?? {}).map(([id, of]) => `${id} ${of.toString()}`)).toEqual([
    "metric_1 10",
    "metric_2 5",
  ]);
});

test("merges groups with the same values from different metrics", () => {
  const answers = [answer("metric_1", "10", { eu: "4", us: "6" }), answer("metric_2", "5", { us: "5" })];
  expect(groupsOf(toSlotUsage(true, answers))).toEqual(["eu 4 4", "us 11 11"]);
});

test("groups make lines only if the price is split by them; a matrix reads them as combinations", () => {
  const usage = toSlotUsage(false, [answer("metric_1", "10", { eu: "4", us: "6" })]);
  expect(groupsOf(usage)).toEqual([]);
  expect(usage.total.combinations?.map(({ quantity }) => quantity.toString())).toEqual(["4", "6"]);
});

test("no measurement is a usage of zero", () => {
  expect(toSlotUsage(true, []).total.quantity.isZero()).toBe(true);
});
