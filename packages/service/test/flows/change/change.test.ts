import type { PlanRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { changeFaults } from "../../../src/flows/change/change-faults.ts";
import { effectiveOn } from "../../../src/flows/change/effective-on.ts";
import { groupNamed } from "../../../src/flows/change/group-named.ts";
import { publicationFaults } from "../../../src/flows/change/publication-faults.ts";
import { versionOn } from "../../../src/flows/change/version-on.ts";
import { loadedContract } from "../../rows/loaded-contract.ts";
import { priceWithProduct } from "../../rows/price.ts";
import { group, version } from "../../rows/subscription.ts";

// R-SUB-3, R-SUB-4: when a change takes effect, which version it starts from, and what is not a valid change.

const loaded = loadedContract({
  versions: [
    version({ status: "superseded", endOn: "2024-03-01", priceGroups: [group("price_1", "price_2")] }),
    version({ id: "subv_2", startOn: "2024-03-01", priceGroups: [group("price_1", "price_2")] }),
    version({ id: "subv_3", startOn: "2024-02-01", status: "draft" }),
  ],
  prices: [priceWithProduct(), priceWithProduct({ id: "price_2", billingInterval: "yearly" })],
});

test("a change takes effect today, at the first end of a current period, or on a given day", () => {
  const now = "2024-03-14T23:30:00.000Z"; // March 15, 00:30 in Berlin
  expect(effectiveOn(loaded, "now", now).toString()).toBe("2024-03-15");
  expect(effectiveOn(loaded, "period_end", now).toString()).toBe("2024-04-01"); // the monthly price, not the yearly
  expect(effectiveOn(loaded, "2024-07-01", now).toString()).toBe("2024-07-01");
});

test("a change starts from the version that would run on its day, ignoring drafts", () => {
  const on = (day: string) => versionOn(loaded, Temporal.PlainDate.from(day)).id;
  expect(on("2024-02-29")).toBe("subv_1");
  expect(on("2024-03-01")).toBe("subv_2");
  expect(() => on("2023-12-31")).toThrow(/2023-12-31.* starts on 2024-01-01/);
});

const plan = { id: "plan_1", archivedAt: null } as PlanRow;
const codes = (...given: Parameters<typeof changeFaults>) =>
  changeFaults(...given).map(({ pointer, code }) => `${pointer} ${code}`);

test("refuses an empty change, and a change to a plan with other prices", () => {
  expect(codes({}, undefined)).toEqual([" nothing_changed"]);
  expect(codes({ add: [], remove: [] }, undefined)).toEqual([" nothing_changed"]);
  for (const input of [
    { add: [{ priceId: "price_1" }] },
    { entitlements: [] },
    { discounts: [] },
    { thresholds: [] },
  ]) {
    expect(codes(input, undefined)).toEqual([]);
  }
  expect(codes({ planId: "plan_1", entitlements: [] }, plan)).toEqual([]);
  expect(codes({ planId: "plan_1", add: [{ priceId: "price_1" }], remove: [{ priceId: "price_2" }] }, plan)).toEqual([
    "/add not_with_plan",
    "/remove not_with_plan",
  ]);
});

test("refuses an unknown or archived plan", () => {
  expect(codes({ planId: "plan_9" }, undefined)).toEqual(["/planId unknown_plan"]);
  const archived = { ...plan, archivedAt: "2024-01-01T00:00:00.000Z" };
  expect(codes({ planId: "plan_1" }, archived)).toEqual(["/planId plan_archived"]);
});

test("an added price goes to the named group, to the first group by default, or to a new one", () => {
  const groups = [
    { ...group("price_1"), name: "Base" },
    { ...group(), name: "Extras" },
  ];
  expect(groupNamed(groups, undefined)).toBe(groups[0]);
  expect(groupNamed(groups, "Extras")).toBe(groups[1]);
  expect(groupNamed(groups, "Support")).toEqual({ name: "Support", description: null, bundleId: null, priceIds: [] });
  expect(groups).toHaveLength(3);
  const none: typeof groups = [];
  expect(groupNamed(none, undefined)).toMatchObject({ name: null });
  expect(none).toHaveLength(1);
});

test("publishing a version requires a day and a price (R-SUB-3)", () => {
  const missing = (members: Parameters<typeof version>[0]) =>
    publicationFaults(version({ status: "draft", ...members })).map(({ pointer }) => pointer);
  expect(missing({})).toEqual([]);
  expect(missing({ startOn: null })).toEqual(["/startDate"]);
  expect(missing({ priceGroups: [group()] })).toEqual(["/priceGroups"]);
  expect(missing({ startOn: null, priceGroups: [] })).toEqual(["/startDate", "/priceGroups"]);
});
