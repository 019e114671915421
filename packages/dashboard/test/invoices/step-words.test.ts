import type { ExplainInvoiceLineResultStep } from "@counterfoil/sdk";
import { describe, expect, test } from "vitest";
import { currencyOfStep, resultOfStep, wordsOfStep } from "../../src/pages/invoices/explain/step-words.ts";

type Step = ExplainInvoiceLineResultStep;

const perUnit: Step = {
  kind: "unit_price",
  text: "tier 1 (up to 250000): 18000 × 0.0033 = 59.4",
  operands: { quantity: "18000", unitPrice: "0.0033" },
  result: "59.4",
};

describe("a calculation step in words", () => {
  test("groups digits, and shows its price and result as amounts", () => {
    expect(wordsOfStep(perUnit, "EUR")).toBe("tier 1 (up to 250,000): 18,000 × €0.0033");
    expect(resultOfStep(perUnit, "EUR")).toBe("€59.40");
  });

  test("keeps digits of a name, even if the price has the same digits", () => {
    const step: Step = {
      kind: "unit_price",
      text: "region=2024-10000: 10000 × 10000 = 100000000",
      operands: { quantity: "10000", unitPrice: "10000" },
      result: "100000000",
    };
    expect(wordsOfStep(step, "EUR")).toBe("region=2024-10000: 10,000 × €10,000.00");
  });

  test("an amount with its currency is one amount", () => {
    const step: Step = {
      kind: "minimum",
      text: "raises the 3255.99 USD charged in the period to the minimum of 4500.00 USD = 1244.01",
      operands: { spent: "3255.99", value: "4500" },
      result: "1244.01",
    };
    expect(wordsOfStep(step, "USD")).toBe("raises the $3,255.99 charged in the period to the minimum of $4,500.00");
  });

  test("shares of days and dates stay complete", () => {
    const step: Step = {
      kind: "proration",
      text: "23 of the 30 days of the period: 8600 × 23 ÷ 30 = 6593.333333333333",
      operands: { amount: "8600", days: "23", of: "30" },
      result: "6593.333333333333",
    };
    expect(wordsOfStep(step, "EUR")).toBe("23 of the 30 days of the period: €8,600.00 × 23 ÷ 30");
    expect(resultOfStep(step, "EUR")).toBe("€6,593.333333333333");
    const counted: Step = {
      kind: "counted_lines",
      text: "lines of this invoice that count in 2026-01-01 to 2026-02-01 = 2026",
      operands: {},
      result: "2026",
    };
    expect(wordsOfStep(counted, "EUR")).toBe("lines of this invoice that count in 2026-01-01 to 2026-02-01");
  });

  test("an amount without a currency gets it, unless other digits of the step are the same", () => {
    const discount: Step = {
      kind: "percentage",
      text: "discount of 10% on 1848.75 = -184.875",
      operands: { counted: "1848.75", percentage: "10" },
      result: "-184.875",
    };
    expect(wordsOfStep(discount, "EUR")).toBe("discount of 10% on €1,848.75");
    const share: Step = {
      kind: "proration",
      text: "30 for 23 of the 30 days of the period = 23",
      operands: { value: "30", days: "23", of: "30" },
      result: "23",
    };
    expect(wordsOfStep(share, "EUR")).toBe("30 for 23 of the 30 days of the period");
  });

  test("steps within an expression have no amounts, and keep their text", () => {
    const step: Step = {
      kind: "evaluation",
      text: "calls - 1000: minus(5000, 1000) = 4000",
      operands: { operand1: "5000", operand2: "1000" },
      result: "4000",
    };
    expect(wordsOfStep(step, "EUR")).toBe("calls - 1000: minus(5,000, 1,000)");
    expect(resultOfStep(step, "EUR")).toBe("4,000");
  });

  test("before a conversion the currency is not the line's", () => {
    const conversion: Step = {
      kind: "conversion",
      text: "at the frozen rate of 1.1: 59.4 × 1.1 = 65.34",
      operands: { amount: "59.4", conversionRate: "1.1" },
      result: "65.34",
    };
    const steps = [perUnit, conversion];
    expect(steps.map((_, place) => currencyOfStep(steps, place, "USD"))).toEqual([null, "USD"]);
    expect(wordsOfStep(perUnit, null)).toBe("tier 1 (up to 250,000): 18,000 × 0.0033");
    expect(resultOfStep(conversion, "USD")).toBe("$65.34");
  });
});
