import { expect, test } from "vitest";
import { numberExample } from "../../src/pages/organization/number-example.ts";

test("shows an example number for a format", () => {
  expect(numberExample("{PREFIX}-{YYYY}-{SEQ:5}", "BA", "2026-11-22")).toBe("BA-2026-00042");
  expect(numberExample("{YY}{MM}/{SEQ}", "BA", "2026-11-22", 7)).toBe("2611/7");
});
