import { expect, test } from "vitest";
import { percentagesOf } from "../../src/pages/accounts/percentages.ts";

// R-CREDIT-2: the percentages at which a limit notifies, as people type them.

test("percentages are separated by commas, spaces or percent signs", () => {
  expect(percentagesOf("80, 100")).toEqual([80, 100]);
  expect(percentagesOf("50% 80% 100%")).toEqual([50, 80, 100]);
});

test("anything else is refused: no percentage, a fraction, a word", () => {
  expect(["", "80.5", "most", "-5"].map(percentagesOf)).toEqual([null, null, null, null]);
});
