import {
  findAbsentAreas,
  findAreaViolations,
  findIdleFaceNames,
  findImportCircles,
  largestCircleOfAreas,
  packageEntries,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";
import { AREAS } from "../../packages/service/src/areas.ts";

const SERVICE = "packages/service/src/";
const order = AREAS.map(({ name }) => name);
const files = readRepository((path) => /\.(ts|tsx|js|mjs)$/.test(path)).map(parse);
const entries = packageEntries(readRepository((path) => /^packages\/[^/]+\/package\.json$/.test(path)));
const service = files.filter(({ path }) => path.startsWith(SERVICE));

test("areas of service import only earlier areas, by their face", () => {
  expect(service.length).toBeGreaterThan(400);
  expect(service.flatMap(({ imports }) => imports).length).toBeGreaterThan(2_000);
  expect(order.filter((name) => name.startsWith("flows/")).length).toBeGreaterThan(5);
  expect(print(findAreaViolations(service, order))).toEqual([]);
});

test("areas of service do not import each other in a circle", () => {
  expect(largestCircleOfAreas(service)).toBe(1);
});

test("every listed area of service exists, and is listed once", () => {
  expect(findAbsentAreas(service, order)).toEqual([]);
  expect(findAbsentAreas(service, [...order, "wishes"])).toEqual(["wishes"]);
  expect(new Set(order).size).toBe(order.length);
});

test("files do not import each other in a circle, including types", () => {
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.filter(({ path }) => path.endsWith(".gen.ts")).length).toBeGreaterThan(3);
  expect(entries.get("@counterfoil/sdk/node")).toBe("packages/sdk/src/node.ts");
  expect(print(findImportCircles(files, entries))).toEqual([]);
});

test("the face of an area exports only what other areas use", () => {
  expect(service.filter(({ path }) => path.endsWith("/index.ts")).length).toBeGreaterThan(40);
  expect(print(findIdleFaceNames(files))).toEqual([]);
});

const planted = (name: string, text: string) => parse({ path: `${SERVICE}${name}`, text });

test.each([
  ["invoices/planted.ts", 'import { drawGrants } from "../credits/index.ts";', "comes before credits"],
  ["invoices/planted.ts", 'import type { Account } from "../accounts/account.ts";', "goes past the face of accounts"],
  ["invoices/planted.ts", 'export { issueDraft } from "../flows/issue/index.ts";', "is no flow"],
  ["clock.ts", 'import type { Context } from "./context.ts";', "comes before context.ts"],
  ["flows/issue/planted.ts", 'import { billSubscriptions } from "../bill/index.ts";', "comes before flows/bill"],
  [
    "flows/bill/planted.ts",
    'const issue = await import("../issue/issue-invoices.ts");',
    "goes past the face of flows/issue",
  ],
  [
    "payments/stripe/planted.ts",
    'import { toInvoice } from "../../invoices/invoice.ts";',
    "goes past the face of invoices",
  ],
  ["invoices/planted.ts", 'import { toInvoice } from "./index.ts";', "the face of its own area"],
  ["invoices/planted.ts", 'import { toInvoice } from "../index.ts";', "the face of the whole package"],
  ["invoices/index.ts", 'export { toAccount } from "../accounts/index.ts";', "re-exports a name of another area"],
  ["invoices/index.ts", 'export * from "./invoice.ts";', "without names"],
  ["invoices/index.ts", "export const isFace = true;", "contains code in a face"],
  ["wishes/planted.ts", 'import { Decimal } from "@counterfoil/engine";', "has no line in the list of areas"],
  ["wish.ts", 'import { Decimal } from "@counterfoil/engine";', "has no line in the list of areas"],
])("in %s the line %s is found", (name, text, found) => {
  expect(print(findAreaViolations([planted(name, text)], order))).toEqual([
    expect.stringMatching(new RegExp(`^${SERVICE}${name}:1 .*${found}`)),
  ]);
});

test.each([
  ["invoices/planted.ts", 'import { toAccount } from "../accounts/index.ts";'],
  ["invoices/planted.ts", 'import { toInvoice } from "./invoice.ts";'],
  ["invoices/planted.ts", 'import type { Context } from "../context.ts";'],
  ["flows/bill/planted.ts", 'import { issueDraft } from "../issue/index.ts";'],
])("in %s the line %s is allowed", (name, text) => {
  expect(findAreaViolations([planted(name, text)], order)).toEqual([]);
});

test("a circle of areas is measured, including types", () => {
  const knot = [
    planted("invoices/one.ts", 'import type { Credit } from "../credits/index.ts";'),
    planted("credits/two.ts", 'import { record } from "../journal/index.ts";'),
    planted("journal/three.ts", 'import { amountDue } from "../invoices/index.ts";'),
  ];
  expect(largestCircleOfAreas(knot)).toBe(3);
});

test("a circle of files is found, including types", () => {
  const circle = [
    planted("invoices/one.ts", 'import type { Two } from "./two.ts";'),
    planted("invoices/two.ts", 'import { three } from "./three.ts";'),
    planted("invoices/three.ts", 'export { one } from "./one.ts";'),
  ];
  expect(print(findImportCircles(circle, entries))).toEqual([
    `${SERVICE}invoices/one.ts:1 is in an import cycle with ${SERVICE}invoices/three.ts, ${SERVICE}invoices/two.ts`,
  ]);
});

test("a circle through a generated file is found", () => {
  const circle = [
    parse({ path: "packages/storage/src/row.ts", text: 'import type { Tables } from "./tables.gen.ts";' }),
    parse({ path: "packages/storage/src/tables.gen.ts", text: 'import type { Row } from "./row.ts";' }),
  ];
  expect(print(findImportCircles(circle, entries))).toEqual([
    "packages/storage/src/row.ts:1 is in an import cycle with packages/storage/src/tables.gen.ts",
  ]);
});

test("a circle through the name of a package is found", () => {
  const circle = [
    parse({ path: "packages/sdk/src/node.ts", text: 'export * from "./spool.ts";' }),
    parse({ path: "packages/sdk/src/spool.ts", text: 'import type { Spool } from "@counterfoil/sdk/node";' }),
  ];
  expect(print(findImportCircles(circle, entries))).toEqual([
    "packages/sdk/src/node.ts:1 is in an import cycle with packages/sdk/src/spool.ts",
  ]);
});

test("a name in a face that no other area uses is found", () => {
  const face = planted("invoices/index.ts", 'export { asked, idle, shared, type Told } from "./invoice.ts";');
  const users = [
    planted("credits/one.ts", 'import { shared } from "../invoices/index.ts";'),
    planted("invoices/own.ts", 'import { idle } from "./invoice.ts";'),
    parse({ path: "packages/http/src/planted.ts", text: 'import { asked, type Told } from "@counterfoil/service";' }),
  ];
  expect(print(findIdleFaceNames([face, ...users]))).toEqual([
    `${SERVICE}invoices/index.ts:1 idle is used by no other area`,
  ]);
});
