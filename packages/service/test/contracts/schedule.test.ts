import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { contractInstant, nextDueOn } from "../../src/contracts/schedule.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { group, pause, subscription, version } from "../rows/subscription.ts";

// R-TIME-5: the next date on which something happens to a subscription.

const due = (parts: Parameters<typeof loadedContract>[0], after: string | null) =>
  nextDueOn(loadedContract(parts), after === null ? null : Temporal.PlainDate.from(after))?.toString() ?? null;

test("bills each period from the start on", () => {
  expect(due({}, null)).toBe("2024-01-01");
  expect(due({}, "2024-01-01")).toBe("2024-02-01");
  expect(due({}, "2024-02-15")).toBe("2024-03-01");
});

test("stops at the days of versions, pauses and ends", () => {
  const versions = [
    version({ endOn: "2024-01-20" }),
    version({ id: "subv_2", startOn: "2024-01-20" }),
    version({ id: "subv_3", startOn: "2024-01-10", status: "draft" }),
  ];
  expect(due({ versions }, "2024-01-01")).toBe("2024-01-20"); // drafts are ignored
  expect(due({ pauses: [pause({ startsOn: "2024-01-12", endsOn: "2024-01-18" })] }, "2024-01-01")).toBe("2024-01-12");
  expect(due({ pauses: [pause({ startsOn: "2024-01-12", state: "over" })] }, "2024-01-01")).toBe("2024-02-01");
  expect(due({ subscription: subscription({ cancelsOn: "2024-01-16" }) }, "2024-01-01")).toBe("2024-01-16");
});

test("nothing is due for a contract that has ended or sells nothing", () => {
  const ended = subscription({ cancelsOn: "2024-01-16", endedAt: "2024-01-16T00:00:00.000Z" });
  expect(due({ subscription: ended }, "2024-01-16")).toBeNull();
  expect(due({ versions: [version({ priceGroups: [group()] })] }, "2024-01-01")).toBeNull();
});

test("a date shows its local midnight, but never before the contract's own instant for that day (R-TIME-1)", () => {
  const dates = subscription({
    contractStartOn: "2024-01-01",
    contractStartDate: "2024-01-01T00:00:00.000Z", // 01:00 in Berlin
    firstBillingOn: "2024-02-01",
    firstBillingDate: "2024-02-01T09:00:00.000Z",
    contractEndOn: "2024-06-01",
    contractEndDate: "2024-05-31T20:00:00.000Z",
  });
  const shown = (on: string) => contractInstant(dates, Temporal.PlainDate.from(on), "Europe/Berlin");
  expect(shown("2024-01-01")).toBe("2024-01-01T00:00:00.000Z");
  expect(shown("2024-02-01")).toBe("2024-02-01T09:00:00.000Z");
  expect(shown("2024-03-01")).toBe("2024-02-29T23:00:00.000Z");
  expect(shown("2024-06-01")).toBe("2024-05-31T22:00:00.000Z"); // local midnight is later than the written instant
});
