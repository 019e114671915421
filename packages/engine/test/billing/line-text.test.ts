import fc from "fast-check";
import { expect, test } from "vitest";
import { type DescribedLine, describeLine, type LineText, readLineText } from "../../src/index.ts";

const line = (change: Partial<DescribedLine>): DescribedLine => ({
  kind: "recurring",
  description: "Base",
  usageGroup: null,
  periodStart: "2026-01-01",
  periodEnd: "2026-02-01",
  ...change,
});

test.each<[Partial<DescribedLine>, LineText]>([
  [{ description: "Base" }, { kind: "item", item: "Base", group: null }],
  [
    { kind: "usage", description: "Calls (region eu)", usageGroup: { region: "eu" } },
    { kind: "item", item: "Calls", group: { region: "eu" } },
  ],
  [
    { kind: "usage", description: "Calls (other)", usageGroup: {} },
    { kind: "item", item: "Calls", group: {} },
  ],
  [
    { kind: "credit", description: "Unused Base" },
    { kind: "unused", item: "Base" },
  ],
  [
    { kind: "correction", description: "Late usage of 2026-01-01 to 2026-01-31: Calls" },
    { kind: "late_usage", item: "Calls", group: null, start: "2026-01-01", end: "2026-02-01" },
  ],
  [
    { kind: "discount", description: "Discount 12.5 %" },
    { kind: "discount", percentage: "12.5" },
  ],
  [
    { kind: "discount", description: "Discount" },
    { kind: "discount", percentage: null },
  ],
  [{ kind: "minimum", description: "True-up to minimum spend" }, { kind: "true_up" }],
  [{ kind: "maximum", description: "Reduction to maximum spend" }, { kind: "reduction" }],
])("the text of %j is %j (R-INV-4)", (of, text) => {
  expect(readLineText(line(of))).toEqual(text);
  expect(describeLine(text)).toBe(of.description);
});

test("an item whose name looks like a built-in text remains an item", () => {
  for (const item of ["Unused seats", "Discount 10 %", "Discount", "Calls (other)"]) {
    expect(readLineText(line({ description: item }))).toEqual({ kind: "item", item, group: null });
  }
});

test("the order of a group's values comes from the description, not from the database", () => {
  const of = { kind: "correction", usageGroup: { region: "eu", a: "x", zone: "1, 2" } } as const;
  const description = "Late usage of 2026-01-01 to 2026-01-31: Calls (zone 1, 2, region eu, a x)";
  const text = readLineText(line({ ...of, description }));
  expect(text).toMatchObject({ kind: "late_usage", item: "Calls" });
  expect(describeLine(text)).toBe(description);
});

test("a description that names only some of the group's values stays whole", () => {
  const description = "Calls (zone 2, region eu)";
  expect(readLineText(line({ kind: "usage", usageGroup: { region: "eu", a: "x" }, description }))).toEqual({
    kind: "item",
    item: description,
    group: null,
  });
});

test("a line that another release described differently keeps its whole description", () => {
  for (const kind of ["credit", "correction", "discount", "minimum", "maximum"] as const) {
    expect(readLineText(line({ kind, description: "Carried over" }))).toEqual({
      kind: "item",
      item: "Carried over",
      group: null,
    });
  }
});

test("the text of every line describes it as it is stored", () => {
  const word = fc.constantFrom(
    "Unused ",
    "Discount ",
    "Late usage of ",
    " %",
    "(other)",
    "Base",
    " (",
    ")",
    ", ",
    "a b",
    "",
  );
  const texts = fc.array(word, { maxLength: 5 }).map((words) => words.join(""));
  const kinds = fc.constantFrom<DescribedLine["kind"][]>(
    "recurring",
    "usage",
    "correction",
    "one_off",
    "credit",
    "discount",
    "minimum",
    "maximum",
  );
  const groups = fc.option(fc.dictionary(fc.constantFrom("a", "b", "c d"), texts, { maxKeys: 3 }), { nil: null });
  fc.assert(
    fc.property(kinds, texts, groups, (kind, description, usageGroup) => {
      expect(describeLine(readLineText(line({ kind, description, usageGroup })))).toBe(description);
    }),
  );
});

test("throws on an unknown kind", () => {
  expect(() => describeLine({ kind: "gift" } as never)).toThrow("gift");
  expect(() => readLineText(line({ kind: "gift" as never }))).toThrow("gift");
});
