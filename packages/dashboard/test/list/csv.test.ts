import { expect, test } from "vitest";
import { type Column, type FileField, fieldsOf } from "../../src/list/column.ts";
import { toCsv } from "../../src/list/csv.ts";
import { accountFields, contractDayField, dayText, timeText } from "../../src/list/file-fields.ts";

interface Row {
  readonly name: string;
  readonly total: string;
}

const columns: readonly (Column<Row> | FileField<Row>)[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name },
  { name: "Seen only", cell: () => "x" },
  { name: "File only", text: () => "y" },
  { name: "Total", cell: ({ total }) => total, text: ({ total }) => total },
];

const context = {
  timezone: "Europe/Berlin",
  accounts: new Map([
    ["acct_1", { name: "Ada Ltd", timezone: null }],
    ["acct_2", { name: "Grace Inc", timezone: "America/New_York" }],
  ]),
};

function written(rows: readonly Row[]): string {
  return toCsv(rows, fieldsOf(columns), context);
}

test("quotes, commas and line breaks are kept, and a column without text is left out", () => {
  expect(written([{ name: 'Ada "A", Ltd\nLondon', total: "1.50" }])).toBe(
    '\uFEFFName,File only,Total\r\n"Ada ""A"", Ltd\nLondon",y,1.50\r\n',
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["@cmd", "'@cmd"],
  ["-cmd", "'-cmd"],
  ["-12.50", "-12.50"],
])("%s is written as %s, which no spreadsheet runs", (name, text) => {
  expect(written([{ name, total: "" }]).split("\r\n")[1]).toBe(`${text},y,`);
});

test("an account is written with its id and its name, and one that was erased with its id alone", () => {
  const fields = accountFields((id: string) => id);
  expect(toCsv(["acct_1", "acct_9"], fields, context).split("\r\n").slice(0, 3)).toEqual([
    "\uFEFFAccount ID,Account",
    "acct_1,Ada Ltd",
    "acct_9,",
  ]);
});

test("instants are local dates and times of the organization", () => {
  const midnight = "2026-11-30T23:00:00Z"; // December 1 in Berlin
  expect(dayText((at: string) => at)(midnight, context)).toBe("2026-12-01");
  expect(timeText((at: string) => at)("2026-11-30T23:30:00Z", context)).toBe("2026-12-01 00:30");
  expect(dayText(() => null)(midnight, context)).toBeNull();
});

test("dates of a contract are calendar dates in the zone of its account", () => {
  const start = contractDayField(
    "Start",
    ({ id }: { id: string; at: string }) => id,
    ({ at }) => at,
  );
  expect(start.text({ id: "acct_2", at: "2026-12-01T05:00:00Z" }, context)).toBe("2026-12-01");
  expect(start.text({ id: "acct_2", at: "2026-11-30T23:00:00Z" }, context)).toBe("2026-11-30");
  expect(start.text({ id: "acct_1", at: "2026-11-30T23:00:00Z" }, context)).toBe("2026-12-01");
});
