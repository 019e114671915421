import { expect, test } from "vitest";
import { fillsMissingDefault, isSamePrice } from "../../../src/flows/reprice/changed-terms.ts";
import { price } from "../../rows/price.ts";

const matrix = (defaultPricePerUnit: object | null, cells: object[] = []) =>
  price({ type: "matrix", pricingModel: { dimensions: ["region"], cells, defaultPricePerUnit } });
const five = { value: "0.05" };

test("only terms make two prices differ, not their times or links", () => {
  expect(
    isSamePrice(price(), price({ id: "price_2", updatedAt: "2030-01-01T00:00:00.000Z", replacesPriceId: "price_0" })),
  ).toBe(true);
  expect(isSamePrice(price(), price({ currency: "USD" }))).toBe(false);
  expect(isSamePrice(price(), price({ taxRateIds: ["tax_1"] }))).toBe(false);
});

test("a missing default of a matrix is filled only if nothing else changes (R-CAT-2)", () => {
  expect(fillsMissingDefault(matrix(null), matrix(five))).toBe(true);
  expect(fillsMissingDefault(matrix(five), matrix({ value: "0.06" }))).toBe(false);
  expect(fillsMissingDefault(matrix(null), matrix(null))).toBe(false);
  expect(fillsMissingDefault(matrix(null), matrix(five, [{ values: { region: "eu" }, pricePerUnit: five }]))).toBe(
    false,
  );
  expect(fillsMissingDefault(matrix(null), { ...matrix(five), trialPeriodDays: 3 })).toBe(false);
});
