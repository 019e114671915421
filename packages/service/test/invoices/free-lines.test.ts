import { expect, test } from "vitest";
import { checkFreeLines } from "../../src/invoices/check-free-lines.ts";
import { isFreeLine } from "../../src/invoices/free-line.ts";
import { periodOf, toFreeLineRow } from "../../src/invoices/free-lines.ts";
import { draft, line } from "../rows/invoice.ts";

// R-INV-4: lines that a user writes, without a price.

const invoice = draft({ billingDate: "2024-02-01", timezone: "Europe/Berlin" });
const free = (input: Partial<Parameters<typeof toFreeLineRow>[0]> = {}) =>
  toFreeLineRow({ description: "Setup", unitPrice: "100", ...input }, invoice, "line_9", 3);

test("rounds quantity × unit price once, half away from zero, and keeps the exact calculation", () => {
  const rounded = free({ quantity: "3", unitPrice: "0.335" }); // 1.005
  expect(rounded).toMatchObject({ amount: "1.01", quantity: "3", unitPrice: "0.335", kind: "one_off", position: 3 });
  expect(rounded.explanation).toMatchObject({ exactAmount: "1.005", steps: [{ kind: "unit_price", amount: "1.005" }] });
  expect(free({ quantity: "3", unitPrice: "-0.335" }).amount).toBe("-1.01");
  expect(free()).toMatchObject({ quantity: "1", amount: "100.00" });
});

test("a line is for the invoice's day unless it names days, in the invoice's zone", () => {
  expect(free()).toMatchObject({
    periodStart: "2024-02-01",
    periodEnd: "2024-02-02",
    servicePeriodStart: "2024-01-31T23:00:00.000Z",
  });
  expect(free({ servicePeriod: { start: "2024-03-01", end: "2024-04-01" } })).toMatchObject({
    periodStart: "2024-03-01",
    periodEnd: "2024-04-01",
    countedOn: "2024-03-01",
    servicePeriodStart: "2024-02-29T23:00:00.000Z",
    servicePeriodEnd: "2024-03-31T22:00:00.000Z", // summer time by then
  });
});

test("no discount or spend limit applies, because the line belongs to no contract", () => {
  expect(free()).toMatchObject({ subscriptionId: null, versionId: null, priceId: null, adjustmentId: null });
  expect(isFreeLine(free())).toBe(true);
  expect(isFreeLine(line())).toBe(false);
  expect(isFreeLine(line({ priceId: null, adjustmentId: "disc_1" }))).toBe(false);
});

test("an invoice covers its free lines from first to last day, or its own day without lines", () => {
  const lines = [
    line({ periodStart: "2024-03-01", periodEnd: "2024-03-02" }),
    line({ periodStart: "2024-01-15", periodEnd: "2024-02-01" }),
  ];
  expect(periodOf(lines, invoice)).toEqual({
    periodStart: "2024-01-15",
    periodEnd: "2024-03-02",
    billingPeriodStart: "2024-01-14T23:00:00.000Z",
    billingPeriodEnd: "2024-03-01T23:00:00.000Z",
  });
  expect(periodOf([], invoice)).toMatchObject({ periodStart: "2024-02-01", periodEnd: "2024-02-02" });
});

test("names the member of a fault: an unknown or repeated ID, an unknown product, a period that ends early", () => {
  const check = (...lines: Partial<Parameters<typeof toFreeLineRow>[0]>[]) =>
    checkFreeLines(
      lines.map((one) => ({ description: "Setup", unitPrice: "1", ...one })),
      { present: [{ id: "line_1" }], products: new Set(["prod_1"]), at: "/lines" },
    ).map(({ pointer, code }) => `${pointer} ${code}`);
  expect(
    check({ id: "line_1", productId: "prod_1", servicePeriod: { start: "2024-01-01", end: "2024-01-02" } }),
  ).toEqual([]);
  expect(check({ id: "line_1" }, { id: "line_1" }, { id: "line_2" })).toEqual([
    "/lines/1/id not_editable",
    "/lines/2/id not_editable",
  ]);
  expect(check({ productId: "prod_2" })).toEqual(["/lines/0/productId unknown_product"]);
  expect(check({ servicePeriod: { start: "2024-01-02", end: "2024-01-02" } })).toEqual([
    "/lines/0/servicePeriod/end not_later",
  ]);
});
