import { expect, test } from "vitest";
import {
  type BilledLine,
  type Contract,
  type ContractDiscount,
  type ContractThreshold,
  type ContractVersion,
  Decimal,
  InvoicesLeft,
  isInScope,
  ofScope,
  placeOfScope,
  type Scope,
  type VersionWindow,
} from "../../src/index.ts";
import { bill, contractFrom, date, fixedPrice } from "./support.ts";

const [a, b, c] = [fixedPrice("a", "30.00"), fixedPrice("b", "60.00"), fixedPrice("c", "10.00")];
const items: Scope = { kind: "version", priceIds: ["a", "b"] };
const all: Scope = { kind: "version", priceIds: null };
const subscription: Scope = { kind: "subscription" };

const version = (id: string, from: string, until: string | null, members: Partial<ContractVersion>) =>
  ({
    id,
    startsOn: date(from),
    endsOn: until === null ? null : date(until),
    proration: "prorate",
    isAfterBilling: false,
    prices: [a, b, c],
    ...members,
  }) satisfies ContractVersion;

const window = (from: string, until: string | null, ...versionIds: string[]): VersionWindow => ({
  versionIds,
  startsOn: date(from),
  endsOn: until === null ? null : date(until),
});

const discount = (
  id: string,
  terms: [ContractDiscount["type"], string],
  scope: Scope,
  held?: VersionWindow,
): ContractDiscount => ({
  id,
  type: terms[0],
  value: Decimal.of(terms[1]),
  interval: "monthly",
  scope,
  startsOn: held?.startsOn ?? date("2026-01-01"),
  endsOn: held?.endsOn ?? null,
  ...(held === undefined ? {} : { window: held }),
});

const limit = (
  type: ContractThreshold["type"],
  value: string,
  scope: Scope,
  held: VersionWindow,
): ContractThreshold => ({
  id: `${type} ${scope.kind}`,
  type,
  value: Decimal.of(value),
  interval: "monthly",
  scope,
  window: held,
});

test("a scope has its lines, its mark on its own line, and its rank (R-SUB-8)", () => {
  const price: Scope = { kind: "price", priceId: "a" };
  const lines = [{ priceId: "a" }, { priceId: "c" }, { priceId: null, scopePriceIds: ["a"] }, { priceId: null }];
  const held = (scope: Scope) => lines.map((line) => isInScope(scope, line));
  expect(held(price)).toEqual([true, false, false, false]);
  expect(held(items)).toEqual([true, false, true, false]);
  expect(held(all)).toEqual([true, true, true, true]);
  expect(held(subscription)).toEqual([true, true, true, true]);
  expect([price, items, all, subscription].map(ofScope)).toEqual([
    { priceId: "a", scopePriceIds: null },
    { priceId: null, scopePriceIds: ["a", "b"] },
    { priceId: null, scopePriceIds: [] },
    { priceId: null, scopePriceIds: null },
  ]);
  expect([price, items, all, subscription].map(placeOfScope)).toEqual([0, 1, 2, 3]);
});

test("throws on an unknown kind of scope and names it", () => {
  const unknown = { kind: "galaxy" } as never;
  for (const ask of [() => isInScope(unknown, { priceId: "a" }), () => ofScope(unknown), () => placeOfScope(unknown)]) {
    expect(ask).toThrow("no case for");
  }
});

test("discounts of items, of their version and of the subscription apply in this order, while the version runs (R-SUB-8)", () => {
  const first = window("2026-01-01", "2026-02-01", "v1");
  const contract = contractFrom("2026-01-01", {
    versions: [version("v1", "2026-01-01", "2026-02-01", {}), version("v2", "2026-02-01", null, { prices: [a] })],
    discounts: [
      discount("half", ["percentage", "50"], subscription),
      discount("whole version", ["amount", "1.00"], all, first),
      discount("two items", ["percentage", "10"], items, first),
    ],
  });
  expect(bill(contract, "2026-02-01")).toEqual([
    "2026-01-01  2026-01-01→2026-02-01  a 30.00",
    "2026-01-01  2026-01-01→2026-02-01  b 60.00",
    "2026-01-01  2026-01-01→2026-02-01  c 10.00",
    "2026-01-01  2026-01-01→2026-02-01  Discount 10 % -9.00", // 10% of 90.00
    "2026-01-01  2026-01-01→2026-02-01  Discount -1.00",
    "2026-01-01  2026-01-01→2026-02-01  Discount 50 % -45.00", // of 90.00
    "2026-02-01  2026-02-01→2026-03-01  a 30.00",
    "2026-02-01  2026-02-01→2026-03-01  Discount 50 % -15.00",
  ]);
});

test("a minimum of items covers the days on which one of them is sold, without gaps (R-SUB-8, R-SUB-5)", () => {
  const held = window("2026-04-01", null, "v1", "v2", "v3");
  const contract = contractFrom("2026-04-01", {
    versions: [
      version("v1", "2026-04-01", "2026-04-11", { prices: [a, b] }),
      version("v2", "2026-04-11", "2026-04-21", { prices: [c] }),
      version("v3", "2026-04-21", null, { prices: [b] }),
    ],
    thresholds: [limit("min", "300.00", items, held)],
  });
  // a and b on the same ten days, then b on ten other days: 300.00 × 20/30 = 200.00, less 10.00 + 20.00 + 20.00.
  expect(bill(contract, "2026-05-01").slice(-2)).toEqual([
    "2026-05-01  2026-05-01→2026-06-01  b 60.00",
    "2026-05-01  2026-04-01→2026-05-01  True-up to minimum spend 150.00",
  ]);
});

test("a version's limit does not apply to a period that began under another version (R-SUB-8)", () => {
  const versions = [version("v1", "2026-04-01", "2026-04-16", {}), version("v2", "2026-04-16", null, {})];
  const maximum = limit("max", "40.00", all, window("2026-04-16", null, "v2"));
  const contract = contractFrom("2026-04-01", { versions, thresholds: [maximum] });
  expect(bill(contract, "2026-05-01").filter((line) => line.includes("Reduction"))).toEqual([
    "2026-05-01  2026-05-01→2026-06-01  Reduction to maximum spend -60.00",
  ]);
});

test("a replaced version's discount is reversed on its only day, but not the discount of the new version (R-SUB-8)", () => {
  const terms = (replaced: boolean, held: VersionWindow): Contract =>
    contractFrom("2026-04-01", {
      versions: replaced
        ? [
            version("v1", "2026-04-01", "2026-04-01", { prices: [b] }),
            version("v2", "2026-04-01", null, { prices: [a], isAfterBilling: true }),
          ]
        : [version("v1", "2026-04-01", null, { prices: [b] })],
      discounts: [discount("ten", ["percentage", "10"], all, held)],
    });
  const before = terms(false, window("2026-04-01", null, "v1"));
  const ofFirst = terms(true, window("2026-04-01", "2026-04-01", "v1"));
  const ofSecond = terms(true, window("2026-04-01", null, "v2"));
  expect(bill(ofFirst, "2026-04-01", undefined, { before, until: "2026-04-01" }).slice(2)).toEqual([
    "2026-04-01  2026-04-01→2026-05-01  Unused b -60.00",
    "2026-04-01  2026-04-01→2026-05-01  a 30.00",
    "2026-04-01  2026-04-01→2026-05-01  Discount 10 % 6.00",
  ]);
  expect(bill(ofSecond, "2026-04-01", undefined, { before, until: "2026-04-01" }).slice(2)).toEqual([
    "2026-04-01  2026-04-01→2026-05-01  Unused b -60.00",
    "2026-04-01  2026-04-01→2026-05-01  a 30.00",
    "2026-04-01  2026-04-01→2026-05-01  Discount 10 % -3.00",
  ]);
});

test("a maximum of items that a version replaces on their billing day is given back with them (R-SUB-8)", () => {
  const maximum = limit("max", "40.00", { kind: "version", priceIds: ["b"] }, window("2026-04-01", "2026-04-01", "v1"));
  const sold = [version("v1", "2026-04-01", null, { prices: [b] })];
  const before = contractFrom("2026-04-01", {
    versions: sold,
    thresholds: [{ ...maximum, window: window("2026-04-01", null, "v1") }],
  });
  const after = contractFrom("2026-04-01", {
    versions: [
      version("v1", "2026-04-01", "2026-04-01", { prices: [b] }),
      version("v2", "2026-04-01", null, { prices: [a], isAfterBilling: true }),
    ],
    thresholds: [maximum],
  });
  expect(bill(after, "2026-04-01", undefined, { before, until: "2026-04-01" })).toEqual([
    "2026-04-01  2026-04-01→2026-05-01  b 60.00",
    "2026-04-01  2026-04-01→2026-05-01  Reduction to maximum spend -20.00",
    "2026-04-01  2026-04-01→2026-05-01  Unused b -60.00",
    "2026-04-01  2026-04-01→2026-05-01  a 30.00",
    "2026-04-01  2026-04-01→2026-05-01  Reduction to maximum spend 20.00",
  ]);
});

test("the remainder of an invoice is grossed up by a percentage of the replaced version, not of the new one (R-SUB-8, R-INV-8)", () => {
  const versions = [
    version("v1", "2026-04-01", "2026-04-01", { prices: [b] }),
    version("v2", "2026-04-01", null, { prices: [a], isAfterBilling: true }),
  ];
  const service = { start: date("2026-04-01"), end: date("2026-05-01") };
  const line: BilledLine = {
    lineId: "line_1",
    invoiceId: "inv_1",
    kind: "recurring",
    priceId: "b",
    versionId: "v1",
    usageGroup: null,
    service,
    quantity: Decimal.one,
    amount: Decimal.of("60.00"),
    notes: {
      given: Decimal.zero,
      settled: Decimal.zero,
      invoiceLeft: { invoiceId: "inv_1", amount: Decimal.of("27.00"), percentages: [], settled: [] },
    },
  };
  const most = (held: VersionWindow) => {
    const discounts = [discount("ten", ["percentage", "10"], all, held)];
    return new InvoicesLeft(contractFrom("2026-04-01", { versions, discounts })).most(line)?.toFixed(2);
  };
  expect(most(window("2026-04-01", "2026-04-01", "v1"))).toBe("30.00");
  expect(most(window("2026-04-01", null, "v2"))).toBe("27.00");
});
