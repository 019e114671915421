import type { IssuedUse } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { usedSince } from "../../../src/flows/hold/issued-use.ts";

/** 60.00 of usage in the first week and a fee of 20.00, issued on the 8th: 50.00 drawn, 30.00 owed. */
const week: IssuedUse = {
  issuedAt: "2026-01-08T01:00:00.000Z",
  currency: "EUR",
  drawn: "50.00",
  owed: "30.00",
  charged: "80.00",
  usage: [{ amount: "60.00", start: "2026-01-01T00:00:00.000Z", end: "2026-01-08T00:00:00.000Z" }],
};

const at = (instant: string, owes: boolean, issued: readonly IssuedUse[] = [week]) =>
  Number(usedSince(issued, instant, { currency: "EUR", owes }).toCanonical());

test("before an invoice was issued, its usage counts evenly and its fee not yet (R-CREDIT-1)", () => {
  expect(at("2026-01-01T00:00:00.000Z", false)).toBe(50);
  expect(at("2026-01-04T12:00:00.000Z", false)).toBeCloseTo(50 * (1 - 30 / 80), 6);
  expect(at("2026-01-08T00:00:00.000Z", false)).toBeCloseTo(50 * (1 - 60 / 80), 6);
  expect(at("2026-01-08T01:00:00.000Z", false)).toBe(0);
});

test("with a credit line, what is owed counts too, and other currencies never (R-CREDIT-1)", () => {
  expect(at("2026-01-01T00:00:00.000Z", true)).toBe(80);
  expect(at("2026-01-01T00:00:00.000Z", true, [{ ...week, currency: "USD" }])).toBe(0);
});

test("an invoice without charges, and usage of no time, count when they are issued (R-CREDIT-1)", () => {
  expect(at("2026-01-04T00:00:00.000Z", false, [{ ...week, charged: "0" }])).toBe(50);
  const moment = { amount: "80.00", start: "2026-01-03T00:00:00.000Z", end: "2026-01-03T00:00:00.000Z" };
  expect(at("2026-01-04T00:00:00.000Z", false, [{ ...week, usage: [moment] }])).toBe(0);
});
