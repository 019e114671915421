import {
  findAbsentDashboardAreas,
  findDashboardFloorViolations,
  largestCircleOfDashboardAreas,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";
import { AREAS } from "../../packages/dashboard/src/areas.ts";

const DASHBOARD = "packages/dashboard/src/";
const order = AREAS.map(({ name }) => name);
const files = readRepository((path) => path.startsWith(DASHBOARD) && /\.tsx?$/.test(path)).map(parse);

test("areas of the dashboard import only earlier areas", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(2_000);
  expect(order.filter((name) => name.startsWith("pages/")).length).toBeGreaterThan(10);
  expect(print(findDashboardFloorViolations(files, order))).toEqual([]);
});

test("areas of the dashboard do not import each other in a circle", () => {
  expect(largestCircleOfDashboardAreas(files)).toBe(1);
});

test("every listed area of the dashboard exists, and is listed once", () => {
  expect(findAbsentDashboardAreas(files, order)).toEqual([]);
  expect(findAbsentDashboardAreas(files, [...order, "pages/wishes"])).toEqual(["pages/wishes"]);
  expect(new Set(order).size).toBe(order.length);
});

test("the shell comes after all pages, and design before them", () => {
  const pages = order.flatMap((name, place) => (name.startsWith("pages/") ? [place] : []));
  expect(order.indexOf("app")).toBeGreaterThan(Math.max(...pages));
  expect(order.indexOf("design")).toBeLessThan(Math.min(...pages));
});

const planted = (name: string, text: string) => parse({ path: `${DASHBOARD}${name}`, text });

test.each([
  ["pages/invoices/planted.tsx", 'import { Shell } from "../../app/shell.tsx";', "comes before app"],
  [
    "pages/invoices/explain/planted.tsx",
    'import type { Place } from "../../../app/navigation.ts";',
    "comes before app",
  ],
  ["design/planted.tsx", 'export { router } from "../app/router.tsx";', "comes before app"],
  ["design/planted.tsx", 'import { InvoicePage } from "../pages/invoices/invoice-page.tsx";', "comes before pages/"],
  [
    "pages/invoices/planted.tsx",
    'const page = () => import("../accounts/account-page.tsx");',
    "comes before pages/accounts",
  ],
  ["pages/invoices/planted.tsx", 'import { root } from "../../main.tsx";', "may not import an entry"],
  ["pages/wishes/planted.tsx", 'import { Card } from "../../design/card.tsx";', "has no line in the list"],
  ["wishes/planted.tsx", "export const wish = true;", "has no line in the list"],
])("in %s the line %s is found", (name, text, found) => {
  expect(print(findDashboardFloorViolations([planted(name, text)], order))).toEqual([
    expect.stringMatching(new RegExp(`^${DASHBOARD}${name}:1 .*${found}`)),
  ]);
});

test.each([
  ["pages/accounts/planted.tsx", 'import { UpcomingInvoice } from "../subscriptions/upcoming-invoice.tsx";'],
  ["pages/invoices/explain/planted.tsx", 'import { InvoiceList } from "../invoice-list.tsx";'],
  ["app/planted.ts", 'import { invoiceRoutes } from "../pages/invoices/routes.ts";'],
  ["main.tsx", 'import { router } from "./app/router.tsx";'],
])("in %s the line %s is allowed", (name, text) => {
  expect(findDashboardFloorViolations([planted(name, text)], order)).toEqual([]);
});

test("a circle of areas of the dashboard is measured, including types", () => {
  const knot = [
    planted("pages/accounts/one.tsx", 'import type { Draft } from "../invoices/two.tsx";'),
    planted("pages/invoices/two.tsx", 'import { three } from "../catalogue/three.tsx";'),
    planted("pages/catalogue/three.tsx", 'export { one } from "../accounts/one.tsx";'),
  ];
  expect(largestCircleOfDashboardAreas(knot)).toBe(3);
});
