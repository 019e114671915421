import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { currencyCodes, isCurrency, minorUnits } from "../../src/money/currency.ts";
import { currencyTableDate, minorUnitsByCurrency } from "../../src/money/currency-table.ts";
import { addMoney, formatAmount, roundToMinorUnit, subtractMoney } from "../../src/money/money.ts";

const money = (amount: string, currency = "EUR") => ({ amount: Decimal.of(amount), currency });

test("adds and subtracts amounts in the same currency", () => {
  expect(formatAmount(addMoney(money("1000.00"), money("548.39")))).toBe("1548.39");
  expect(formatAmount(subtractMoney(money("49.50"), money("99.50")))).toBe("-50.00");
});

test("refuses to mix currencies", () => {
  expect(() => addMoney(money("1"), money("1", "USD"))).toThrow("cannot add USD to EUR");
  expect(() => subtractMoney(money("1"), money("1", "USD"))).toThrow("cannot subtract USD from EUR");
});

test("an amount is rounded half away from zero to the currency's minor unit", () => {
  const rounded = (amount: string, currency: string) => roundToMinorUnit(Decimal.of(amount), currency).toString();
  expect(rounded("2.345", "EUR")).toBe("2.35");
  expect(rounded("-2.345", "EUR")).toBe("-2.35");
  expect(rounded("2.5", "JPY")).toBe("3");
  expect(rounded("2.34549", "KWD")).toBe("2.345");
  expect(rounded("2.34565", "CLF")).toBe("2.3457");
});

test("an amount is shown with all the decimals of its currency", () => {
  expect(formatAmount(money("1548.39"))).toBe("1548.39");
  expect(formatAmount(money("100", "JPY"))).toBe("100");
  expect(formatAmount(money("100.00", "JPY"))).toBe("100");
  expect(formatAmount(money("-0.5", "KWD"))).toBe("-0.500");
  expect(formatAmount(money("7", "HUF"))).toBe("7.00");
});

test("minor units follow ISO 4217, even if Intl differs", () => {
  const expected = { EUR: 2, HUF: 2, JPY: 0, KRW: 0, ISK: 0, KWD: 3, TND: 3, IQD: 3, CLF: 4, UYW: 4, CLP: 0, MGA: 2 };
  for (const [code, units] of Object.entries(expected)) expect(minorUnits(code), code).toBe(units);
  expect(() => minorUnits("EURO")).toThrow("EURO is not a currency");
});

test("only active codes in capitals are currencies", () => {
  expect(["EUR", "USD", "SLE", "XCG", "ZWG"].every(isCurrency)).toBe(true);
  expect(["eur", "", "DEM", "HRK", "BGN", "SLL", "ZWL", "ANG", "XXX", "XAU", "toString"].some(isCurrency)).toBe(false);
});

test("the table has a date, and each code appears once", () => {
  expect(currencyTableDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(minorUnitsByCurrency.size).toBe(165);
  expect(currencyCodes()).toHaveLength(165);
  expect(currencyCodes().every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  expect(currencyCodes().slice(0, 3)).toEqual(["AED", "AFN", "ALL"]);
});
