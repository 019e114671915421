import {
  type ExemptStatement,
  findComparedCoalesce,
  isPackageSource,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository((path) => isPackageSource(path) && /^packages\/(storage|service)\//.test(path)).map(parse);

/** Statements that may compare in this way, with reasons. */
const exempt: readonly ExemptStatement[] = [
  {
    path: "packages/storage/src/exchange-rates/exchange-rates.ts",
    contains: "select max(b.date)",
    because: "Depends on the currency of each row, and a currency has one rate a day.",
  },
  {
    path: "packages/storage/src/history/history-standing.ts",
    contains: "row_count = coalesce",
    because: "Sets a column.",
  },
];

test("no statement compares a column with a coalesce that is not selected", () => {
  const { statements, violations, unused } = findComparedCoalesce(files, exempt);
  expect(statements).toBeGreaterThan(100);
  expect(print(violations)).toEqual([]);
  expect(unused).toEqual([]);
});

test.each([
  'const text = "select * from account where id = coalesce((select 1), $2)";',
  "const text = `select * from account where id =\n coalesce( (select l.id from l), ${value})`;",
])("%s is found", (text) => {
  const planted = parse({ path: "packages/storage/src/planted.ts", text });
  expect(findComparedCoalesce([planted], []).violations).toHaveLength(1);
});

test("a coalesce that is selected is fine", () => {
  const text = 'const text = "select * from account where id = (select coalesce((select 1), $2))";';
  const planted = parse({ path: "packages/storage/src/planted.ts", text });
  expect(findComparedCoalesce([planted], []).violations).toEqual([]);
});
