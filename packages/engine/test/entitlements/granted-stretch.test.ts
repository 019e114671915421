import { expect, test } from "vitest";
import { type Contract, grantedStretches } from "../../src/index.ts";
import { contractFrom, date, fixedPrice } from "../billing/support.ts";

/** `v1 2026-01-01T00:00:00Z → open monthly`, for each stretch. */
function shown(contract: Contract): string[] {
  return grantedStretches(contract).map(
    ({ versionId, start, end, interval }) => `${versionId} ${start} → ${end ?? "open"} ${interval}`,
  );
}

const version = (
  id: string,
  start: string,
  end: string | null,
  prices: Contract["versions"][number]["prices"] = [],
) => ({
  id,
  startsOn: date(start),
  endsOn: end === null ? null : date(end),
  proration: "prorate" as const,
  isAfterBilling: false,
  prices,
});

test("a contract grants from its start on, trial included, at local midnights", () => {
  const contract = contractFrom("2026-01-01", { trialDays: 14, timeZone: "Asia/Kolkata" });
  expect(shown(contract)).toEqual(["v1 2025-12-31T18:30:00Z → open monthly"]);
});

test("each version grants until the next starts, the last until the contract ends; a version without a day grants nothing", () => {
  const yearly = fixedPrice("yearly", "1", { kind: "recurring", interval: "yearly", terms: "advance" });
  const weekly = fixedPrice("weekly", "1", { kind: "usage", interval: "weekly" });
  const contract = contractFrom("2026-01-01", {
    end: "2026-05-01",
    versions: [
      version("v1", "2026-01-01", "2026-02-01", [fixedPrice("once", "1", { kind: "one_off" })]),
      version("v2", "2026-02-01", "2026-02-01"),
      version("v3", "2026-02-01", "2026-03-01", [yearly]),
      version("v4", "2026-03-01", null, [yearly, weekly]),
    ],
  });
  expect(shown(contract)).toEqual([
    "v1 2026-01-01T00:00:00Z → 2026-02-01T00:00:00Z monthly",
    "v3 2026-02-01T00:00:00Z → 2026-03-01T00:00:00Z yearly",
    "v4 2026-03-01T00:00:00Z → 2026-05-01T00:00:00Z weekly",
  ]);
});

test("a pause interrupts a grant, and an open-ended pause ends it", () => {
  const pause = (start: string, end: string | null) => ({
    startsOn: date(start),
    endsOn: end === null ? null : date(end),
    isAfterBilling: false,
    billedVersionId: null,
  });
  const contract = contractFrom("2026-01-01", {
    pauses: [pause("2026-01-05", "2026-01-09"), pause("2026-03-01", null)],
  });
  expect(shown(contract)).toEqual([
    "v1 2026-01-01T00:00:00Z → 2026-01-05T00:00:00Z monthly",
    "v1 2026-01-09T00:00:00Z → 2026-03-01T00:00:00Z monthly",
  ]);
});
