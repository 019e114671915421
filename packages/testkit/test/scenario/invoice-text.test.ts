import { daysFrom, invoicesToText, parseTiers, type StoryInvoice, storyInstant } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const line = {
  id: "line_1",
  kind: "recurring",
  description: "Base",
  quantity: "1",
  unitPrice: "49",
  totalPrice: "26.87",
  billingPeriodStart: "2024-01-15T00:00:00.000Z",
  billingPeriodEnd: "2024-01-31T23:59:59.000Z",
  servicePeriod: { start: "2024-01-15", end: "2024-02-01" },
  proration: { days: 17, of: 31 },
  notes: [],
};
const invoice: StoryInvoice = {
  id: "inv_1",
  accountId: "acct_1",
  number: null,
  status: "draft",
  billingDate: "2024-02-01",
  currency: "USD",
  subtotal: "56.87",
  tax: "0.00",
  total: "56.87",
  creditsApplied: "0.00",
  creditedTo: [],
  amountRemaining: "56.87",
  issueDate: null,
  dueDate: null,
  memo: null,
  lineItems: [
    line,
    {
      ...line,
      kind: "usage",
      description: "API calls",
      quantity: "1500.0",
      unitPrice: "0.02",
      totalPrice: "30.00",
      proration: null,
    },
  ],
};

const TEXT = `
2024-02-01 draft  2024-01-15 → 2024-02-01  Base       1 × 49.00 × 17/31  26.87
                  2024-01-15 → 2024-02-01  API calls        1500 × 0.02  30.00
                                                                  total  56.87
`.trim();

test("prints invoices as aligned text with the arithmetic of each line", () => {
  expect(invoicesToText([invoice])).toBe(TEXT);
});

test("ignores white space and comments of a golden text, and detects a different amount", () => {
  expect([invoice]).toEqualInvoices(`
      2024-02-01 draft 2024-01-15 → 2024-02-01 Base 1 × 49.00 × 17/31 26.87 // 26.8709…

      2024-01-15 → 2024-02-01    API calls  1500 × 0.02   30.00
      total 56.87
  `);
  for (const [from, to] of [
    ["30.00", "30.01"],
    ["17/31", "17/30"],
    ["draft", ""],
    ["total  56.87", ""],
    ["API", "Api"],
  ] as const) {
    expect(() => expect([invoice]).toEqualInvoices(TEXT.replace(from, to)), from).toThrow("differ from the text");
  }
  expect(() => expect([]).toEqualInvoices(TEXT)).toThrow("differ from the text");
  expect(() => expect([invoice]).toEqualInvoices("")).toThrow("differ from the text");
});

test("the diff shows equal lines in the same layout", () => {
  try {
    expect([invoice]).toEqualInvoices(TEXT.replace("30.00", "30.01"));
    expect.unreachable();
  } catch (error) {
    const { actual, expected } = error as { actual: string; expected: string };
    expect(actual).toBe(TEXT);
    expect(expected.split("\n")[0]).toBe(TEXT.split("\n")[0]);
    expect(expected.split("\n")[1]).toContain("30.01");
  }
});

test("parses tiers with their bounds, price and fee", () => {
  expect(parseTiers("0–5 @10 + 100, 6+ @5.5")).toEqual([
    { minUnits: 0, maxUnits: 5, pricePerUnit: { value: "10" }, fixedFee: { value: "100" } },
    { minUnits: 6, maxUnits: null, pricePerUnit: { value: "5.5" }, fixedFee: { value: "0" } },
  ]);
  expect(() => parseTiers("0-5 @10")).toThrow("a tier must be like");
});

test("accepts local days, local times and instants", () => {
  expect(storyInstant("2024-07-01", "America/Los_Angeles")).toBe("2024-07-01T07:00:00.000Z");
  expect(storyInstant("2024-01-01T09:30", "Asia/Kolkata")).toBe("2024-01-01T04:00:00.000Z");
  expect(storyInstant("2024-01-01T09:30:00+02:00", "UTC")).toBe("2024-01-01T07:30:00.000Z");
  expect(daysFrom("2024-02-28", "2024-03-02")).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
});
