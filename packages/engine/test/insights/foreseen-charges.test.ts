import { type Contract, Decimal, foreseenCharges } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { bill, contractFrom, date, fixedPrice, usagePrice } from "../billing/support.ts";

/** `2024-02-01 100.00` for each date that bills in the period. */
function told(contract: Contract, from = "2024-02-01", to = "2024-05-01"): string[] {
  const charges = foreseenCharges(contract, { start: date(from), end: date(to) });
  return charges.map(({ on, amount }) => `${on.toString()} ${amount.toFixed(2)}`);
}

const every = (interval: "monthly" | "quarterly" | "yearly", terms: "advance" | "arrears" = "advance") =>
  ({ kind: "recurring", interval, terms }) as const;

const discount = (terms: Partial<Contract["discounts"][0]>): Contract["discounts"][0] => ({
  id: "d",
  type: "percentage",
  value: Decimal.of("20"),
  interval: "monthly",
  scope: { kind: "subscription" },
  startsOn: date("2024-01-01"),
  endsOn: null,
  ...terms,
});

test("each date of the period bills its recurring prices, and a yearly price bills in its own month only", () => {
  const prices = [fixedPrice("a", "100.00", every("monthly")), fixedPrice("y", "1200.00", every("yearly"))];
  expect(told(contractFrom("2023-03-15", { prices }))).toEqual([
    "2024-02-15 100.00",
    "2024-03-15 1300.00", // 100.00 + 1200.00
    "2024-04-15 100.00",
  ]);
});

test("usage is left out, and what is billed after its period counts on the day it is billed", () => {
  const prices = [usagePrice("u", "1"), fixedPrice("a", "30.00", every("monthly", "arrears"))];
  expect(told(contractFrom("2024-02-01", { prices }))).toEqual(["2024-03-01 30.00", "2024-04-01 30.00"]);
  expect(told(contractFrom("2024-02-01", { prices: [usagePrice("u", "1")] }))).toEqual([]);
});

test("the same amounts as billing itself, without usage", () => {
  const prices = [fixedPrice("a", "100.00", every("monthly")), fixedPrice("q", "90.00", every("quarterly", "arrears"))];
  const contract = contractFrom("2024-01-01", { prices, end: "2024-04-16" });
  const sums = new Map<string, Decimal>();
  for (const line of bill(contract, "2024-04-30")) {
    const [on = "", amount = ""] = [line.split(" ")[0], line.split(" ").at(-1)];
    sums.set(on, (sums.get(on) ?? Decimal.zero).plus(Decimal.of(amount)));
  }
  const billed = [...sums].map(([on, amount]) => `${on} ${amount.toFixed(2)}`);
  expect(told(contract, "2024-01-01", "2024-05-01")).toEqual(billed);
  expect(billed.length).toBeGreaterThan(3);
});

test("a trial, a pause and the end bill nothing, and a one-off price bills once", () => {
  const prices = [fixedPrice("a", "100.00", every("monthly")), fixedPrice("o", "50.00", { kind: "one_off" })];
  expect(told(contractFrom("2024-02-01", { prices, trialDays: 29 }))).toEqual([
    "2024-03-01 150.00",
    "2024-04-01 100.00",
  ]);
  expect(told(contractFrom("2024-02-01", { prices, end: "2024-03-01" }))).toEqual(["2024-02-01 150.00"]);
  const pauses = [{ startsOn: date("2024-03-01"), endsOn: date("2024-04-01"), billedVersionId: null }];
  expect(told(contractFrom("2024-02-01", { prices, pauses }))).toEqual(["2024-02-01 150.00", "2024-04-01 100.00"]);
});

test("a percentage is deducted while it lasts, and a spend limit is not considered", () => {
  const prices = [fixedPrice("a", "100.00", every("monthly"))];
  const minimum: Contract["thresholds"][0] = {
    id: "m",
    type: "min",
    value: Decimal.of("500"),
    interval: "monthly",
    scope: { kind: "subscription" },
  };
  const discounts = [discount({ endsOn: date("2024-03-15") })];
  expect(told(contractFrom("2024-01-01", { prices, discounts, thresholds: [minimum] }))).toEqual([
    "2024-02-01 80.00",
    "2024-03-01 80.00",
    "2024-04-01 100.00",
  ]);
});

test("an amount for a year is used up by the invoices of its year, also by those before the period", () => {
  const prices = [fixedPrice("a", "100.00", every("monthly"))];
  const yearly = (value: string) =>
    contractFrom("2024-01-01", {
      prices,
      discounts: [discount({ type: "amount", value: Decimal.of(value), interval: "yearly" })],
    });
  // 250.00: January takes 100.00, February 100.00 and March the last 50.00.
  expect(told(yearly("250"))).toEqual(["2024-02-01 0.00", "2024-03-01 50.00", "2024-04-01 100.00"]);
  expect(told(yearly("100"))).toEqual(["2024-02-01 100.00", "2024-03-01 100.00", "2024-04-01 100.00"]);
});

test("an amount after a percentage deducts at most what the percentage left", () => {
  const prices = [fixedPrice("a", "100.00", every("monthly"))];
  const discounts = [
    discount({ id: "p", scope: { kind: "price", priceId: "a" }, value: Decimal.of("50") }),
    discount({ id: "d", type: "amount", value: Decimal.of("80"), interval: "quarterly" }),
  ];
  // 50.00 a month: January takes 50.00 of the 80.00, February the last 30.00.
  expect(told(contractFrom("2024-01-01", { prices, discounts }))).toEqual([
    "2024-02-01 20.00",
    "2024-03-01 50.00",
    "2024-04-01 0.00", // a new quarter
  ]);
});
