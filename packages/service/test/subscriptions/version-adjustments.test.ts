import type { VersionDiscount, VersionThreshold } from "@counterfoil/storage";
import { expect, test } from "vitest";
import type { Ids } from "../../src/ids.ts";
import {
  type AdjustmentsInput,
  NO_ADJUSTMENTS,
  resolveAdjustments,
  type VersionAdjustments,
} from "../../src/subscriptions/version-adjustments.ts";
import { group } from "../rows/subscription.ts";

// R-SUB-8: the discounts and limits of a version, and which of them continue.

const groups = [group("price_1", "price_2"), { ...group("price_3", "price_4"), bundleId: "bun_1" }];

function counting(): { ids: Ids } {
  let count = 0;
  return { ids: { next: (prefix) => `${prefix}_${(count += 1)}` } };
}

const resolve = (input: AdjustmentsInput, before: VersionAdjustments = NO_ADJUSTMENTS, replaced = {}, sold = groups) =>
  resolveAdjustments(counting(), { groups: sold, input, before, replaced: new Map(Object.entries(replaced)) });
const codes = (input: AdjustmentsInput) => resolve(input).faults.map(({ pointer, code }) => `${pointer} ${code}`);

const discount: VersionDiscount = {
  id: "disc_0",
  type: "percentage",
  value: "10",
  scope: { type: "global", ids: [] },
  priceIds: null,
  durationType: "forever",
  durationValue: null,
  durationUnit: null,
};
const minimum: VersionThreshold = {
  id: "thr_0",
  type: "min",
  value: "50",
  interval: "month",
  scope: { type: "items", ids: ["price_1", "bun_1"] },
  priceIds: ["price_1", "price_3", "price_4"],
};

test("a scope covers prices and those of a bundle, each once", () => {
  const items = { type: "items" as const, ids: ["price_1", "bun_1", "price_3"] };
  expect(resolve({ thresholds: [{ type: "max", value: "100", scope: items }] }).adjustments.thresholds).toEqual([
    {
      id: "thr_1",
      type: "max",
      value: "100",
      interval: "month",
      scope: items,
      priceIds: ["price_1", "price_3", "price_4"],
    },
  ]);
});

test("an unchanged adjustment keeps its ID and continues; another value creates another one", () => {
  const before = { discounts: [discount], thresholds: [] };
  const ids = (value: string) => resolve({ discounts: [{ type: "percentage", value }] }, before).adjustments.discounts;
  expect(ids("10").map(({ id }) => id)).toEqual(["disc_0"]);
  expect(ids("20").map(({ id }) => id)).toEqual(["disc_1"]);
});

test("omitted adjustments continue as far as their scope is still sold, and follow replaced prices", () => {
  const before = { discounts: [discount], thresholds: [minimum] };
  expect(resolve({}, before).adjustments).toEqual(before);
  const sold = [group("price_9")];
  expect(resolve({}, before, { price_1: "price_9" }, sold).adjustments.thresholds).toEqual([
    { ...minimum, scope: { type: "items", ids: ["price_9"] }, priceIds: ["price_9"] },
  ]);
  expect(resolve({}, before, {}, [group("price_2")]).adjustments).toEqual({ discounts: [discount], thresholds: [] });
  // An empty list ends them.
  expect(resolve({ discounts: [], thresholds: [] }, before).adjustments).toEqual(NO_ADJUSTMENTS);
});

test.each<[AdjustmentsInput, string[]]>([
  [{ discounts: [{ type: "percentage", value: "100" }] }, []],
  [{ discounts: [{ type: "percentage", value: "100.01" }] }, ["/discounts/0/value above_hundred"]],
  [{ discounts: [{ type: "amount", value: "150" }] }, []],
  [{ discounts: [{ type: "amount", value: "-1" }] }, ["/discounts/0/value negative"]],
  [{ thresholds: [{ type: "min", value: "-1" }] }, ["/thresholds/0/value negative"]],
  [
    { discounts: [{ type: "amount", value: "1", durationType: "fixed", durationValue: 3 }] },
    ["/discounts/0/durationValue required"],
  ],
  [{ discounts: [{ type: "amount", value: "1", scope: { type: "items" } }] }, ["/discounts/0/scope/ids required"]],
  [
    { discounts: [{ type: "amount", value: "1", scope: { type: "global", ids: ["price_1"] } }] },
    ["/discounts/0/scope/ids only_for_items"],
  ],
  [
    { thresholds: [{ type: "min", value: "1", scope: { type: "items", ids: ["price_1", "price_9"] } }] },
    ["/thresholds/0/scope/ids/1 unknown_item"],
  ],
])("%j: %j", (input, expected) => {
  expect(codes(input)).toEqual(expected);
});

test("a price has one discount, one minimum and one maximum for each kind of scope", () => {
  const of = (...ids: string[]) => ({ scope: { type: "items" as const, ids } });
  const min = { type: "min" as const, value: "1" };
  const max = { type: "max" as const, value: "9" };
  expect(
    codes({
      thresholds: [
        { ...min, ...of("price_1") },
        { ...min, ...of("price_2") },
      ],
    }),
  ).toEqual([]);
  expect(
    codes({
      thresholds: [
        { ...min, ...of("price_3") },
        { ...min, ...of("bun_1") },
      ],
    }),
  ).toEqual(["/thresholds/1/scope overlapping_scope"]);
  expect(codes({ thresholds: [min, max] })).toEqual([]);
  expect(codes({ thresholds: [min, min] })).toEqual(["/thresholds/1/scope overlapping_scope"]);
  // All prices and one price are two kinds of scope, which apply one after the other.
  expect(codes({ thresholds: [min, { ...min, ...of("price_1") }] })).toEqual([]);
});
