import { expect, test } from "vitest";
import { formatMoneyShort } from "../../src/format/amount.ts";

test.each([
  ["0", "$0"],
  ["0.05", "$0.05"],
  ["0.00002", "$0.00002"],
  ["24", "$24"],
  ["1234.5", "$1.23K"],
  ["105123456", "$105.1M"],
  ["-30", "-$30"],
])("%s is %s on an axis", (amount, text) => {
  expect(formatMoneyShort(amount, "USD")).toBe(text);
});
