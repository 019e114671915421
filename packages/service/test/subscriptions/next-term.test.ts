import { expect, test } from "vitest";
import { endReached } from "../../src/subscriptions/end-reached.ts";
import { withNextTerm } from "../../src/subscriptions/next-term.ts";
import { subscription } from "../rows/subscription.ts";

// R-SUB-7: the effect of a contract's end, and when its next term ends.

const monthly = subscription({
  contractStartDate: "2024-01-31T00:00:00.000Z",
  contractStartOn: "2024-01-31",
  contractPeriodType: "fixed",
  contractDuration: 1,
  contractEndOn: "2024-02-29",
  contractEndDate: "2024-02-29T00:00:00.000Z",
  autoRenew: true,
});
const now = "2024-02-29T00:05:00.000Z";

test("a contract from the 31st that renews by a month ends on each month's last day (R-TIME-2)", () => {
  const march = withNextTerm(monthly, "UTC", now);
  expect(march).toMatchObject({ contractEndOn: "2024-03-31", contractEndDate: "2024-03-31T00:00:00.000Z" });
  const april = withNextTerm(march, "UTC", "2024-03-31T00:05:00.000Z");
  expect(april.contractEndOn).toBe("2024-04-30");
  expect(april.renewalHistory).toEqual([
    {
      renewedAt: "2024-02-29T00:00:00.000Z",
      periodStart: "2024-02-29T00:00:00.000Z",
      periodEnd: "2024-03-31T00:00:00.000Z",
      endedOn: "2024-02-29",
    },
    {
      renewedAt: "2024-03-31T00:00:00.000Z",
      periodStart: "2024-03-31T00:00:00.000Z",
      periodEnd: "2024-04-30T00:00:00.000Z",
      endedOn: "2024-03-31",
    },
  ]);
});

test("terms are counted on from the first end after the account moved west (R-TIME-2, R-SUB-7)", () => {
  // Midnight of March 1 in Kathmandu is February 29 in Berlin.
  const contract = { ...monthly, contractStartOn: "2024-02-01", contractEndOn: "2024-03-01" };
  const signed = { ...contract, contractEndDate: "2024-02-29T18:15:00.000Z" };
  const counted = { ...signed, contractDuration: 1 };
  const written = { ...signed, contractDuration: null, renewalDuration: 1 };
  for (const first of [counted, written]) {
    const april = withNextTerm(first, "Europe/Berlin", now);
    expect(april.contractEndOn).toBe("2024-04-01");
    expect(withNextTerm(april, "Europe/Berlin", now).contractEndOn).toBe("2024-05-01");
  }
  const stored = withNextTerm(counted, "Europe/Berlin", now);
  const old = stored.renewalHistory.map(({ endedOn: _endedOn, ...renewal }) => renewal);
  expect(withNextTerm({ ...stored, renewalHistory: old }, "Europe/Berlin", now).contractEndOn).toBe("2024-05-01");
});

test("a renewal without its date is counted from its instant, if no duration leads to it", () => {
  const renewal = { renewedAt: now, periodStart: "2024-02-15T00:00:00.000Z", periodEnd: "2024-03-15T00:00:00.000Z" };
  const renewed = { ...monthly, contractEndOn: "2024-03-15", renewalHistory: [renewal] };
  expect(withNextTerm({ ...renewed, renewalDuration: 1 }, "UTC", now).contractEndOn).toBe("2024-04-15");
  expect(withNextTerm({ ...renewed, contractDuration: null, renewalDuration: 1 }, "UTC", now).contractEndOn).toBe(
    "2024-04-15",
  );
});

test("it renews by the renewal's months, or by the contract's own", () => {
  expect(withNextTerm({ ...monthly, renewalDuration: 12 }, "UTC", now).contractEndOn).toBe("2025-02-28");
});

test("terms are counted from an end that a user set", () => {
  const written = { ...monthly, contractDuration: null, renewalDuration: 1, contractEndOn: "2024-02-15" };
  const once = withNextTerm({ ...written, contractEndDate: "2024-02-15T00:00:00.000Z" }, "UTC", now);
  expect(once.contractEndOn).toBe("2024-03-15");
  expect(withNextTerm(once, "UTC", now).contractEndOn).toBe("2024-04-15");
});

test("a month-to-month renewal has no end", () => {
  for (const members of [{ renewalPeriodType: "monthly_rolling" }, { contractDuration: null }] as const) {
    expect(withNextTerm({ ...monthly, ...members }, "UTC", now)).toMatchObject({
      contractPeriodType: "monthly_rolling",
      contractEndOn: null,
      contractEndDate: null,
      renewalHistory: [{ periodEnd: null }],
    });
  }
});

test("a contract without an end does not renew", () => {
  expect(() => withNextTerm(subscription(), "UTC", now)).toThrow("does not renew");
});

test.each([
  [{ cancelsOn: null, contractEndOn: null, autoRenew: true }, "none"],
  [{ cancelsOn: null, contractEndOn: "2024-06-01", autoRenew: true }, "renewal"],
  [{ cancelsOn: null, contractEndOn: "2024-06-01", autoRenew: false }, "end"],
  [{ cancelsOn: null, contractEndOn: "2024-06-02", autoRenew: false }, "none"],
  // A cancellation takes precedence over a renewal on the same day.
  [{ cancelsOn: "2024-06-01", contractEndOn: "2024-06-01", autoRenew: true }, "end"],
  [{ cancelsOn: "2024-07-01", contractEndOn: "2024-06-01", autoRenew: true }, "renewal"],
  [{ cancelsOn: "2024-05-31", contractEndOn: null, autoRenew: true }, "end"],
])("the result of %j on June 1: %s", (dates, expected) => {
  expect(endReached(dates, "2024-06-01")).toBe(expected);
});
