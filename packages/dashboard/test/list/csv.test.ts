import { expect, test } from "vitest";
import type { Column } from "../../src/list/column.ts";
import { toCsv } from "../../src/list/csv.ts";

interface Row {
  readonly name: string;
  readonly total: string;
}

const columns: readonly Column<Row>[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name },
  { name: "Seen only", cell: () => "x" },
  { name: "Total", cell: ({ total }) => total, text: ({ total }) => total },
];

test("quotes, commas and lines are kept, and a column that is only seen is left out", () => {
  const rows = [{ name: 'Ada "A", Ltd\nLondon', total: "1.50" }];
  expect(toCsv(rows, columns)).toBe('\uFEFFName,Total\r\n"Ada ""A"", Ltd\nLondon",1.50\r\n');
});

test.each([
  ["=1+1", "'=1+1"],
  ["@cmd", "'@cmd"],
  ["-cmd", "'-cmd"],
  ["-12.50", "-12.50"],
])("%s is written as %s, which no spreadsheet runs", (name, written) => {
  expect(toCsv([{ name, total: "" }], columns).split("\r\n")[1]).toBe(`${written},`);
});
