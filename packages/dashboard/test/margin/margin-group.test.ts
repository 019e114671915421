import { expect, test } from "vitest";
import { formatMoneyRounded } from "../../src/format/amount.ts";
import { isLoss, knownProperties, marginName } from "../../src/pages/margin/margin-group.ts";

// R-COST-1

test("a row has the name of its account, its day, its value, or says that it has none", () => {
  expect(marginName({ key: "acct_1", name: "Acme" }, "account")).toBe("Acme");
  expect(marginName({ key: "2026-03-01", name: null }, "day")).toBe("Mar 1, 2026");
  expect(marginName({ key: "large", name: null }, "property")).toBe("large");
  expect(marginName({ key: null, name: null }, "metric")).toBe("No metric");
});

test("a loss is a margin below zero, and an unknown margin is none", () => {
  expect(["-0.01", "0.00", "-0.00", "3.00", null].map((margin) => isLoss({ margin }))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("the known properties are those of metrics and then of cost prices, each once, or model", () => {
  expect(knownProperties([{ groupBy: ["region"] }], [{ properties: { region: "eu", model: "large" } }])).toEqual([
    "region",
    "model",
  ]);
  expect(knownProperties([{ groupBy: [] }], [])).toEqual(["model"]);
});

test("a cost is rounded to its currency, and to three digits below a cent", () => {
  const rounded = ["12194.8345", "4.3", "0", "0.00312549", "-0.0025", "0.0149"].map((one) =>
    formatMoneyRounded(one, "EUR"),
  );
  expect(rounded).toEqual(["€12,194.83", "€4.30", "€0.00", "€0.00313", "-€0.0025", "€0.01"]);
});
