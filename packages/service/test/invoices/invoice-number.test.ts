import fc from "fast-check";
import { expect, test } from "vitest";
import { invoiceNumber, numberPattern, numberingFaults, seriesOf } from "../../src/invoices/invoice-number.ts";

type Restart = "never" | "yearly" | "monthly";

function numbering(invoiceNumberFormat: string, invoiceNumberRestart: Restart = "never", invoiceNumberPrefix = "INV") {
  return { invoiceNumberFormat, invoiceNumberRestart, invoiceNumberPrefix };
}

test.each([
  ["{PREFIX}-{YYYY}-{SEQ:5}", 41n, "INV-2026-00041"],
  ["{YY}{MM}-{SEQ:4}", 123_456n, "2603-123456"],
  ["{SEQ}", 7n, "7"],
  ["[{MM}] {SEQ:2}", 7n, "[03] 07"],
])("%s with the sequence %s is %s (R-INV-3)", (format, sequence, expected) => {
  expect(invoiceNumber(numbering(format), sequence, "2026-03-31")).toBe(expected);
});

test("a series is for all time, a year or a month (R-INV-3)", () => {
  const series = (["never", "yearly", "monthly"] as const).map((restart) =>
    seriesOf({ invoiceNumberRestart: restart }, "2026-03-31"),
  );
  expect(series).toEqual(["invoice", "invoice/2026", "invoice/2026-03"]);
});

test("the pattern of a day's numbers finds the sequence, whatever text surrounds it (R-INV-3)", () => {
  const text = fc.string({ maxLength: 8 }).map((part) => part.replaceAll(/[{}]/g, ""));
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.bigInt(1n, 10n ** 12n),
      fc.integer({ min: 1, max: 9 }),
      (prefix, a, b, sequence, width) => {
        const format = numbering(`${a}{PREFIX}{YYYY}-{SEQ:${width}}|${b}`, "yearly", prefix);
        const found = new RegExp(numberPattern(format, "2026-03-31")).exec(
          invoiceNumber(format, sequence, "2026-12-01"),
        );
        expect(BigInt(found?.[1] ?? 0)).toBe(sequence);
        expect(invoiceNumber(format, sequence, "2027-01-01")).not.toMatch(
          new RegExp(numberPattern(format, "2026-03-31")),
        );
      },
    ),
  );
});

test("refuses formats that would repeat a number (R-INV-3)", () => {
  const codes = (format: string, restart?: Restart) =>
    numberingFaults(numbering(format, restart)).map(({ code }) => code);
  expect(codes("{PREFIX}-{SEQ}")).toEqual([]);
  expect(codes("{YY}-{SEQ}", "yearly")).toEqual([]);
  expect(codes("{SEQ}", "monthly")).toEqual(["format_without_year", "format_without_month"]);
  expect(codes("{PREFIX} {YEAR}")).toEqual(["unknown_placeholder", "no_sequence"]);
});
