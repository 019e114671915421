import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { lastBilledOn, settledThrough } from "../../../src/flows/change/billed-through.ts";
import { refusePast } from "../../../src/flows/change/refuse-past.ts";
import { refuseStart } from "../../../src/flows/change/refuse-start.ts";
import { loadedContract } from "../../rows/loaded-contract.ts";
import { subscription } from "../../rows/subscription.ts";

// R-SUB-3, R-SUB-4: what was billed stays, and nothing changes before it.

const day = (text: string) => Temporal.PlainDate.from(text);
const billed = (lastBillingOn: string | null, members: Parameters<typeof subscription>[0] = {}) =>
  loadedContract({ subscription: subscription({ lastBillingOn, ...members }) });

test("nothing is billed without a last billing date", () => {
  expect(lastBilledOn(billed(null))).toBeNull();
  expect(lastBilledOn(billed("2024-03-01"))?.toString()).toBe("2024-03-01");
});

test.each([
  // The day before the change: from the day of the change on, everything is billed again.
  ["2024-05-01", "2024-04-10", "2024-04-01", "2024-04-09"],
  // A due date that was not billed yet is before the change: it is not skipped.
  ["2024-04-01", "2024-04-10", "2024-03-01", "2024-03-31"],
  // The change is on the billed day, which is not billed again.
  ["2024-05-01", "2024-04-01", "2024-04-01", "2024-04-01"],
  ["2024-05-01", "2024-03-15", "2024-04-01", "2024-04-01"],
  [null, "2024-04-10", null, "2024-04-09"],
])(
  "due next on %s, changed on %s, billed on %s: settled through %s",
  (nextBillingOn, changedOn, billedOn, expected) => {
    const through = settledThrough({ nextBillingOn }, day(changedOn), billedOn === null ? null : day(billedOn));
    expect(through.toString()).toBe(expected);
  },
);

test("refuses a change on a past day or before the last billing date", () => {
  const loaded = billed("2024-04-01");
  const refuse = (text: string, today = "2024-03-20") => refusePast(loaded, day(text), day(today));
  expect(() => refuse("2024-04-01")).not.toThrow();
  expect(() => refuse("2024-03-19")).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ pointer: "/effective", code: "in_the_past" })] }),
  );
  // An advance that was billed early: the day is in the future and billed.
  expect(() => refuse("2024-03-31")).toThrow("billed until 2024-04-01");
  expect(() => refusePast(billed(null), day("2024-03-20"), day("2024-03-20"))).not.toThrow();
});

test("a version starts on or after the last billing date, and before the end", () => {
  const loaded = billed("2024-04-01", { cancelsOn: "2024-06-01" });
  const start = (text: string) => () => refuseStart(loaded, day(text));
  expect(start("2024-04-01")).not.toThrow();
  expect(start("2024-05-31")).not.toThrow();
  expect(start("2024-03-31")).toThrow("billed until 2024-04-01");
  expect(start("2024-06-01")).toThrow("the subscription ends on 2024-06-01");
  expect(() => refuseStart(billed(null), day("2024-01-01"))).not.toThrow();
});
