import { expect, test } from "vitest";
import { readCsv } from "../../src/pages/imports/read-csv.ts";

function texts(file: string): string[][] {
  const { header, rows } = readCsv(file);
  return [[...header], ...rows.map(({ cells }) => cells.map(({ text }) => text))];
}

test("reads quotes, separators and line breaks in cells, with or without a line break at the end", () => {
  const expected = [
    ["id", "note"],
    ["1", 'a "b", c'],
    ["2", "two\nlines"],
  ];
  expect(texts('id,note\n1,"a ""b"", c"\n2,"two\nlines"')).toEqual(expected);
  expect(texts('\uFEFFid,note\r\n1,"a ""b"", c"\r\n2,"two\nlines"\r\n')).toEqual(expected);
});

test.each([";", "\t"])("reads files with %j between cells", (separator) => {
  expect(texts(`id${separator}amount\n1${separator}1,5\n`)).toEqual([
    ["id", "amount"],
    ["1", "1,5"],
  ]);
});

test("counts lines as an editor does, past line breaks in cells and empty lines", () => {
  const { rows } = readCsv('id\n"a\nb"\n\nc\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 5]);
});

test("keeps whether a cell was quoted, and an empty last cell", () => {
  const { rows } = readCsv('id,code\n"007",\n');
  expect(rows[0]?.cells).toEqual([
    { text: "007", isQuoted: true },
    { text: "", isQuoted: false },
  ]);
});

test.each(['id\n"open', 'id\n"a"b'])("refuses %j and names the line", (file) => {
  expect(() => readCsv(file)).toThrow("Line 2 is not valid CSV");
});

test("an empty file has neither a header nor rows", () => {
  expect(readCsv("")).toEqual({ header: [], rows: [] });
});
