import { expect, test } from "vitest";
import { decideTaxRate } from "../../src/tax/decide-tax-rate.ts";
import { linesTotal } from "../../src/tax/lines-total.ts";
import { shownLineTaxes } from "../../src/tax/shown-taxes.ts";
import type { TaxRate } from "../../src/tax/tax-rate.ts";
import { draft, line, vat } from "../rows/invoice.ts";

// R-INV-6: valid and invalid tax rates.

const at = "2024-01-01T00:00:00.000Z";
const rate: TaxRate = {
  id: "tax_1",
  name: "VAT",
  percentage: "19",
  country: "DE",
  region: null,
  taxCategory: null,
  taxStatus: null,
  inclusive: false,
  categoryCode: "S",
  reasonCode: null,
  reason: null,
  validFrom: null,
  validUntil: null,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
};

const faultsOf = (input: Parameters<typeof decideTaxRate>[1], of = rate): string[] => {
  try {
    decideTaxRate(of, input);
    return [];
  } catch (error) {
    return (error as { faults: { pointer: string; code: string }[] }).faults.map((one) => `${one.pointer} ${one.code}`);
  }
};

test("without a given category, a rate of 0 is zero-rated, and any other is standard", () => {
  expect(decideTaxRate(rate, { percentage: "0" })).toMatchObject({ percentage: "0", categoryCode: "Z" });
  expect(decideTaxRate({ ...rate, percentage: "0", categoryCode: "Z" }, { percentage: "7" })).toMatchObject({
    categoryCode: "S",
  });
  expect(decideTaxRate(rate, { name: "USt" })).toEqual({ ...rate, name: "USt" });
});

test("a legal category has the legal reason, unless the rate has its own", () => {
  expect(decideTaxRate(rate, { percentage: "0", categoryCode: "AE" })).toMatchObject({
    categoryCode: "AE",
    reasonCode: "VATEX-EU-AE",
  });
  const own = { percentage: "0", categoryCode: "AE", reason: "§ 13b UStG" } as const;
  expect(decideTaxRate(rate, own)).toMatchObject({ reason: "§ 13b UStG", reasonCode: null });
  // A reason does not carry over to another category.
  const reverse = decideTaxRate(rate, own);
  expect(decideTaxRate(reverse, { categoryCode: "G" })).toMatchObject({ reasonCode: "VATEX-EU-G" });
  expect(decideTaxRate(reverse, { name: "Other" }).reason).toBe("§ 13b UStG");
});

test.each([
  [{ percentage: "100" }, []],
  [{ percentage: "100.1" }, ["/percentage out_of_range"]],
  [{ percentage: "-1" }, ["/percentage out_of_range"]],
  [{ percentage: "1.1234567" }, ["/percentage out_of_range"]],
  [{ percentage: "1.123456" }, []],
  [{ categoryCode: "E" }, ["/categoryCode does_not_fit"]],
  [{ percentage: "0", categoryCode: "S" }, ["/categoryCode does_not_fit"]],
  [{ country: null, region: "BE" }, ["/country required"]],
  [{ reason: "Because" }, ["/reason not_for_category"]],
  [{ reasonCode: "VATEX-EU-O" }, ["/reasonCode not_for_category"]],
  [{ validFrom: "2024-01-01", validUntil: "2024-01-01" }, ["/validUntil not_later"]],
  [{ validFrom: "2024-01-01", validUntil: "2024-01-02" }, []],
] as const)("%j: %j", (input, expected) => {
  expect(faultsOf(input as Parameters<typeof decideTaxRate>[1])).toEqual(expected);
});

test("included taxes belong to the sum of the lines, other taxes do not", () => {
  const total = (inclusive: boolean) =>
    linesTotal({ subtotal: "84.03", taxes: [vat({ inclusive, amount: "15.97" })] }).toString();
  expect([total(true), total(false), linesTotal({ subtotal: "84.03" }).toString()]).toEqual([
    "100.00",
    "84.03",
    "84.03",
  ]);
});

test("a line shows its share of each tax of the invoice", () => {
  const split = line({
    taxes: [
      { amount: "60", taxes: [{ index: 0, base: "60", amount: "11.4" }] },
      { amount: "40", taxes: [{ index: 1, base: "40", amount: "2.8" }] },
    ],
  });
  const invoice = draft({ taxes: [vat(), vat({ name: "Reduced", percentage: "7" })] });
  expect(shownLineTaxes(split, invoice).map(({ name, base, amount }) => [name, base, amount])).toEqual([
    ["VAT", "60.00", "11.40"],
    ["Reduced", "40.00", "2.80"],
  ]);
  expect(shownLineTaxes(line(), invoice)).toEqual([]);
});
