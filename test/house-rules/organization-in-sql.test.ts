import {
  findUnscopedStatements,
  isPackageSource,
  organizationTables,
  parse,
  print,
  readRepository,
  type ExemptStatement,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const migrations = readRepository((path) => /^packages\/storage\/migrations\/.*\.sql$/.test(path));
const tables = organizationTables(migrations);
const files = readRepository(
  (path) => isPackageSource(path) && /^packages\/(storage|service)\//.test(path) && !path.includes("/embedded/"),
).map(parse);

/** Statements that need not name the organization, with reasons. */
const exempt: readonly ExemptStatement[] = [];

test("every statement that touches an organization's table names the organization (R-ORG-1)", () => {
  expect(tables.length).toBeGreaterThan(10);
  const { statements, violations, unused } = findUnscopedStatements(files, tables, exempt);
  expect(statements).toBeGreaterThan(30);
  expect(print(violations)).toEqual([]);
  expect(unused).toEqual([]);
});

test.each([
  'const text = "select * from account where id = $1";',
  "const text = `\n  update account set name = $2\n  where id = ${parameter}`;",
  'const text = "with one as (select 1) delete from account using one";',
  'const query = build.selectFrom("account").selectAll().where("id", "=", id);',
  'const query = () => build.updateTable("account").set({ name });',
])("%s is found", (text) => {
  const planted = parse({ path: "packages/storage/src/planted.ts", text });
  expect(findUnscopedStatements([planted], ["account"], []).violations).toHaveLength(1);
});

test.each([
  'const text = "select * from account where organization_id = $1 and id = $2";',
  'const query = build.selectFrom("account").where("organizationId", "=", tx.organizationId);',
  'const text = "select * from schema_migration";',
  'const text = "an update of the account";',
])("%s is fine", (text) => {
  const planted = parse({ path: "packages/storage/src/planted.ts", text });
  expect(findUnscopedStatements([planted], ["account"], []).violations).toEqual([]);
});
