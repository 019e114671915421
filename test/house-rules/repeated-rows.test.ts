import {
  findRepeatedRows,
  isPackageSource,
  parse,
  print,
  readRepository,
  tableColumns,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const [generated] = readRepository((path) => path === "packages/storage/src/tables.gen.ts").map(parse);
if (generated === undefined) throw new Error("tables.gen.ts is missing");
const tables = tableColumns(generated);
const storage = readRepository((path) => isPackageSource(path) && path.startsWith("packages/storage/")).map(parse);

test("no storage type repeats a table's row by hand", () => {
  expect(tables.size).toBeGreaterThan(50);
  expect(storage.length).toBeGreaterThan(100);
  expect(tables.get("Bundle")).toEqual(new Set(["id", "name", "description", "createdAt", "updatedAt", "archivedAt"]));
  expect(print(findRepeatedRows(storage, tables))).toEqual([]);
});

const planted = (text: string) => findRepeatedRows([parse({ path: "packages/storage/src/planted.ts", text })], tables);

test.each([
  "export interface LogoRow { sha256: string; mediaType: string; bytes: Buffer; createdAt: string }",
  "interface LogoRow { readonly sha256: string; mediaType?: string }",
  "type LogoRow = { sha256: string; mediaType: string };",
  "export interface Picture { organizationId: string; sha256: string; mediaType: string; bytes: Buffer }",
])("%s is found", (text) => {
  expect(planted(text)).toHaveLength(1);
});

test.each([
  'export type LogoRow = Row<"logo">;',
  'type LogoRow = Pick<Row<"logo">, "sha256" | "mediaType"> & { width: number };',
  "interface LogoRow { sha256: string; width: number }",
  "interface Picture { sha256: string; mediaType: string }",
])("%s is fine", (text) => {
  expect(planted(text)).toEqual([]);
});
