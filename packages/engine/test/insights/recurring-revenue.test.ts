import { type BillingInterval, type Contract, Decimal, recurringStretches } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { contractFrom, date, fixedPrice, usagePrice } from "../billing/support.ts";

/** `2024-01-01 v1 100.00`, with the parts if there are several. */
function told(contract: Contract): string[] {
  return recurringStretches(contract).map(({ from, versionId, amount, parts }) => {
    const several = parts.length < 2 ? "" : ` = ${parts.map((part) => part.amount.toFixed(2)).join(" ")}`;
    return `${from.toString()} ${versionId ?? "–"} ${amount.toFixed(2)}${several}`;
  });
}

const every = (interval: BillingInterval) => ({ kind: "recurring", interval, terms: "advance" }) as const;

const version = (id: string, startsOn: string, endsOn: string | null, prices: Contract["versions"][0]["prices"]) => ({
  id,
  startsOn: date(startsOn),
  endsOn: endsOn === null ? null : date(endsOn),
  prices,
  proration: "prorate" as const,
  isAfterBilling: false,
});

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

test.each([
  ["daily", "1.00", "30.42"], // × 365/12 = 30.4166…
  ["weekly", "10.00", "43.45"], // × 365/84 = 43.4523…
  ["monthly", "10.00", "10.00"],
  ["quarterly", "100.00", "33.33"],
  ["semi_annual", "100.00", "16.67"],
  ["yearly", "1000.00", "83.33"],
] as const)("%s %s is %s a month", (interval, amount, monthly) => {
  expect(told(contractFrom("2024-01-01", { prices: [fixedPrice("a", amount, every(interval))] }))).toEqual([
    `2024-01-01 v1 ${monthly}`,
  ]);
});

test("a trial, a pause and the end count nothing; usage and one-off prices never count, prepaid units do", () => {
  const tiers = [{ minUnits: Decimal.zero, maxUnits: null, pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.zero }];
  const model = { type: "prepaid_tiered", tiers, units: Decimal.of("300") } as const;
  const prepaid = { ...usagePrice("p", "0"), model };
  const prices = [fixedPrice("a", "100.00"), usagePrice("u", "1"), fixedPrice("o", "50.00", { kind: "one_off" })];
  const late = fixedPrice("t", "5.00", every("monthly"), 20);
  const contract = contractFrom("2024-01-01", {
    trialDays: 14,
    prices: [...prices, prepaid, late],
    pauses: [
      { startsOn: date("2024-03-01"), endsOn: date("2024-03-11"), billedVersionId: null },
      { startsOn: date("2024-05-01"), endsOn: null, billedVersionId: null },
    ],
    end: "2024-06-01",
  });
  expect(told(contract)).toEqual([
    "2024-01-15 v1 130.00 = 100.00 30.00", // 300 × 0.10 are paid in advance
    "2024-01-21 v1 135.00 = 100.00 30.00 5.00",
    "2024-03-01 – 0.00",
    "2024-03-11 v1 135.00 = 100.00 30.00 5.00",
    "2024-05-01 – 0.00",
  ]);
});

test("each version counts from its start, and a version without a day does not; amounts use the frozen rate", () => {
  const [small, large] = [fixedPrice("s", "49.00"), fixedPrice("l", "1200.00", every("yearly"))];
  const contract = contractFrom("2024-01-01", {
    conversionRate: Decimal.of("0.9"),
    versions: [
      version("v1", "2024-01-01", "2024-01-16", [small]),
      version("v2", "2024-01-16", "2024-01-16", []),
      version("v3", "2024-01-16", null, [large]),
    ],
  });
  expect(told(contract)).toEqual(["2024-01-01 v1 44.10", "2024-01-16 v3 90.00"]); // 49.00 × 0.9, 1080.00 ÷ 12
});

test("a discount that ends applies to the periods that began while it lasted", () => {
  const prices = [fixedPrice("m", "100.00"), fixedPrice("q", "300.00", every("quarterly"))];
  const contract = contractFrom("2024-01-01", { prices, discounts: [discount({ endsOn: date("2024-02-15") })] });
  expect(told(contract)).toEqual([
    "2024-01-01 v1 160.00 = 100.00 100.00 -40.00",
    "2024-03-01 v1 180.00 = 100.00 100.00 -20.00", // the quarter that began in January keeps it
    "2024-04-01 v1 200.00 = 100.00 100.00",
  ]);
});

test("discounts apply in order: a version's items, everything that it sells, the subscription (R-SUB-8)", () => {
  const prices = [fixedPrice("a", "30.00"), fixedPrice("b", "60.00"), fixedPrice("c", "10.00")];
  const items = { id: "items", value: Decimal.of("10"), scope: { kind: "version", priceIds: ["a", "b"] } } as const;
  const all = { id: "all", value: Decimal.of("50"), scope: { kind: "version", priceIds: null } } as const;
  const contract = contractFrom("2024-01-01", { prices, discounts: [discount({}), discount(all), discount(items)] });
  // 10% of 90.00, 50% of 91.00, and 20% of 45.50
  expect(told(contract)).toEqual(["2024-01-01 v1 36.40 = 30.00 60.00 10.00 -9.00 -45.50 -9.10"]);
});

test("a price's discount applies first, an amount reduces no more than there is, and an expired discount does not apply to later prices", () => {
  const [base, extra] = [fixedPrice("b", "30.00"), fixedPrice("x", "120.00", every("yearly"))];
  const ofPrice = { id: "p", value: Decimal.of("50"), scope: { kind: "price", priceId: "b" } } as const;
  const contract = contractFrom("2024-01-01", {
    versions: [version("v1", "2024-01-01", "2024-02-01", [base]), version("v2", "2024-02-01", null, [base, extra])],
    discounts: [discount({ endsOn: date("2024-02-01") }), discount(ofPrice)],
  });
  expect(told(contract)).toEqual([
    "2024-01-01 v1 12.00 = 30.00 -15.00 -3.00", // 50%, then 20% of the rest
    "2024-02-01 v2 25.00 = 30.00 10.00 -15.00",
  ]);
  const amount = discount({ type: "amount", value: Decimal.of("24.00") });
  const inJanuary = { ...amount, endsOn: date("2024-02-01") };
  const capped = contractFrom("2024-01-01", { prices: [fixedPrice("c", "20.00")], discounts: [inJanuary] });
  expect(told(capped)).toEqual(["2024-01-01 v1 0.00 = 20.00 -20.00", "2024-02-01 v1 20.00"]);
  // 24.00 for each month in which something is charged, which is once a year.
  const yearly = contractFrom("2024-01-01", { prices: [extra], discounts: [amount] });
  expect(told(yearly)).toEqual(["2024-01-01 v1 8.00 = 10.00 -2.00"]);
});
