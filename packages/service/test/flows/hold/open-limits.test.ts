import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow, SpendLimitRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { type OpenLimit, openLimits, passedLimit, spentOf } from "../../../src/flows/hold/open-limits.ts";
import { toSpend } from "../../../src/flows/hold/limit-spend.ts";
import type { WrittenInvoice } from "../../../src/invoices/index.ts";
import { line } from "../../rows/invoice.ts";

const row = (id: string, members: Partial<SpendLimitRow> = {}) =>
  ({
    id,
    accountId: "acct_1",
    appliesTo: "account",
    currency: "EUR",
    amount: "100",
    enforcement: "hard",
    metricId: null,
    productId: null,
    ...members,
  }) as SpendLimitRow;
const days = { from: "2026-02-01", today: "2026-02-20" };
const counts = new Map([
  ["sub_1 calls", days],
  ["sub_1 ", days],
]);
const limit = (id: string, members: Partial<SpendLimitRow> = {}): OpenLimit => ({
  row: row(id, members),
  startsOn: "2026-02-01",
  startsAt: null,
  counts,
});
const money = (spent: Record<string, string>) =>
  new Map(Object.entries(spent).map(([id, amount]) => [id, Decimal.of(amount)]));

test("usage of the current period counts, with its discounts and taxes, and no minimum (R-CREDIT-2)", () => {
  const of = (members: Partial<InvoiceLineRow>) =>
    line({
      subscriptionId: "sub_1",
      priceId: "calls",
      productId: "prod_1",
      periodStart: "2026-02-01",
      kind: "usage",
      ...members,
    });
  const lines = [
    of({ amount: "80" }),
    of({ amount: "-8", kind: "discount", priceId: null, productId: null }),
    of({ amount: "1000", kind: "minimum" }),
    of({ amount: "500", periodStart: "2026-01-01" }),
    of({ amount: "500", periodStart: "2026-03-01" }),
    of({ amount: "500", subscriptionId: "sub_2" }),
    of({ amount: "500", priceId: "seats" }),
  ];
  const invoices = [{ lines }] as unknown as WrittenInvoice[];
  const drafted = [
    {
      lines: [
        of({ amount: "7" }),
        of({ amount: "-1", kind: "discount", priceId: null }),
        of({ amount: "500", periodStart: "2026-01-01" }),
      ],
    },
  ] as unknown as WrittenInvoice[];
  const limits = [limit("all"), limit("product", { productId: "prod_1" }), limit("other", { productId: "prod_2" })];
  const spent = [...spentOf(limits, { open: invoices, drafted })].map(
    ([id, amount]) => `${id} ${amount.toCanonical()}`,
  );
  expect(spent).toEqual(["all 79", "product 87", "other 0"]);
  expect(spentOf([], { open: invoices, drafted }).size).toBe(0);
});

test("a limit without contracts counts nothing (R-CREDIT-2)", () => {
  expect(openLimits([], [], "2026-02-03T00:00:00.000Z")).toEqual([]);
  expect(openLimits([row("a")], [], "2026-02-03T00:00:00.000Z")).toMatchObject([{ startsOn: null }]);
});

test("only a hard limit is passed, and only by what it counts (R-CREDIT-2)", () => {
  const limits = [limit("soft", { enforcement: "soft" }), limit("hard")];
  const passed = (before: string, after: string) =>
    passedLimit(limits, money({ soft: before, hard: before }), money({ soft: after, hard: after }))?.id;
  expect(passed("90", "100")).toBeUndefined();
  expect(passed("90", "100.01")).toBe("hard");
  expect(passed("120", "120")).toBeUndefined();
  expect(passed("120", "120.01")).toBe("hard");
});

test("what is left of a limit is never negative (R-CREDIT-2)", () => {
  const use = (amount: string) => money({ hard: amount });
  expect(toSpend([limit("hard")], use("60"), use("95.5"))).toEqual([
    {
      id: "hard",
      accountId: "acct_1",
      metricId: null,
      productId: null,
      appliesTo: "account",
      currency: "EUR",
      amount: "100.00",
      enforcement: "hard",
      spent: "60.00",
      held: "35.50",
      remaining: "4.50",
      periodStart: "2026-02-01",
    },
  ]);
  expect(toSpend([limit("hard")], use("60"), use("130"))).toMatchObject([{ held: "70.00", remaining: "0.00" }]);
});
