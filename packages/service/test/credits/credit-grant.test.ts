import { expect, test } from "vitest";
import { checkGrant } from "../../src/credits/check-grant.ts";
import { creditAmount, toCreditGrant } from "../../src/credits/credit-grant.ts";
import { grant } from "../rows/credit.ts";

// R-INV-8: the status of a grant at an instant of its account's clock, and what is not a valid grant.

const now = "2024-02-01T00:00:00.000Z";

test.each([
  [{}, "active"],
  [{ effectiveAt: now }, "active"],
  [{ effectiveAt: "2024-02-01T00:00:00.001Z" }, "scheduled"],
  [{ balance: "0" }, "depleted"],
  [{ balance: "0.00", effectiveAt: "2024-03-01T00:00:00.000Z" }, "depleted"],
  [{ expiresAt: "2024-02-01T00:00:00.001Z" }, "active"],
  [{ expiresAt: now }, "expired"],
  [{ expiresAt: now, balance: "0" }, "expired"],
  [{ expiresAt: now, voidedAt: now }, "voided"],
])("%j is %s", (members, status) => {
  expect(toCreditGrant(grant(members), now).status).toBe(status);
});

test("money has the decimals of its currency, units as few as possible", () => {
  expect(creditAmount("10.5", "EUR")).toBe("10.50");
  expect(creditAmount("10.500", null)).toBe("10.5");
  expect(toCreditGrant(grant({ currency: null, metricId: "metric_1", amount: "1000.0" }), now).amount).toBe("1000");
});

const codes = (members: Parameters<typeof grant>[0], check: Partial<Parameters<typeof checkGrant>[1]> = {}) =>
  checkGrant(grant(members), {
    productIds: [],
    products: new Set(["prod_1"]),
    isKnownMetric: true,
    now,
    ...check,
  }).map(({ pointer, code }) => `${pointer} ${code}`);

test.each([
  [{}, []],
  [{ amount: "0" }, ["/amount not_positive"]],
  [{ amount: "-5" }, ["/amount not_positive"]],
  [{ amount: "1.005" }, ["/amount too_many_decimals"]],
  [{ amount: "1000000000000000" }, ["/amount out_of_range"]],
  [{ currency: "EUX" }, ["/currency unknown_currency"]],
  [{ metricId: "metric_1" }, ["/metricId money_or_units"]],
  [{ currency: null, metricId: "metric_1", amount: "1.0005" }, []],
  [{ currency: null }, ["/currency required"]],
  [{ expiresAt: "2024-03-01T00:00:00.000Z" }, []],
  [{ effectiveAt: "2024-03-01T00:00:00.000Z", expiresAt: "2024-03-01T00:00:00.000Z" }, ["/expiresAt not_later"]],
  [{ expiresAt: now }, ["/expiresAt in_the_past"]],
])("%j: %j", (members, expected) => {
  expect(codes(members)).toEqual(expected);
});

test("refuses an unknown metric and unknown products", () => {
  const units = { currency: null, metricId: "metric_9" };
  expect(codes(units, { isKnownMetric: false })).toEqual(["/metricId unknown_metric"]);
  expect(codes({}, { productIds: ["prod_1", "prod_9"] })).toEqual(["/productIds/1 unknown_product"]);
});
