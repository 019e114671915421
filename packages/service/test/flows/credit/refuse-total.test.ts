import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { billedBackWithTax } from "../../../src/flows/credit/billed-back-with-tax.ts";
import { refuseTotal } from "../../../src/flows/credit/refuse-total.ts";

// R-INV-8: credit notes and later invoices never give back more than an invoice's total.

const amount = (text: string) => Decimal.of(text);
const invoice = { total: "119.00", currency: "EUR" };

function refused(total: string, noted = "0", billedBack = "0") {
  return () => refuseTotal(invoice, amount(total), { noted: amount(noted), billedBack: amount(billedBack) });
}

test("a note gives back more than zero, and at most what is left", () => {
  expect(refused("119.00")).not.toThrow();
  expect(refused("69.00", "30", "20")).not.toThrow(); // 119 − 30 − 20
  expect(refused("69.01", "30", "20")).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ pointer: "/lines", code: "exceeds_invoice" })] }),
  );
  for (const nothing of ["0", "-1"]) {
    expect(refused(nothing)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ code: "nothing_credited" })] }),
    );
  }
});

test("a refusal says what is left, and that later invoices gave back a part", () => {
  const faultOf = (attempt: () => void): string => {
    try {
      attempt();
    } catch (error) {
      return (error as { faults: { detail: string }[] }).faults[0]?.detail ?? "";
    }
    return "";
  };
  expect(faultOf(refused("100", "30", "20"))).toMatch(/100\.00 EUR.*69\.00 EUR.*20\.00 EUR/);
  expect(faultOf(refused("100", "30"))).toMatch(/100\.00 EUR.*89\.00 EUR/);
});

const back = (left: string, ofLines: string, noted = "0", members = {}) =>
  billedBackWithTax({ ...invoice, ...members }, amount(left), {
    noted: amount(noted),
    ofLines: amount(ofLines),
  }).toString();

test("the ledger counts if it has more than the lines, such as what a limit gave back", () => {
  expect(back("79.00", "20")).toBe("40.00"); // 119 − 79, of which the lines have 20
  expect(back("79.00", "20", "10")).toBe("30.00"); // 10 of it by notes
  // Drafts are in the lines, but not in the ledger.
  expect(back("119.00", "20")).toBe("20");
  expect(back("119.00", "-5")).toBe("0");
});

test("up to five minor units count as rounding of tax", () => {
  expect(back("98.95", "20")).toBe("20"); // 20.05: five cents more
  expect(back("98.94", "20")).toBe("20.06");
  expect(back("114", "0", "0", { total: "119", currency: "JPY" })).toBe("0"); // five yen
  expect(back("113", "0", "0", { total: "119", currency: "JPY" })).toBe("6");
});
