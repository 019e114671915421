import {
  findFloatAmounts,
  findFloats,
  isPackageSource,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

/** The testkit is not part of the product; its Stripe substitute responds in whole minor units, as Stripe does. */
const product = readRepository((path) => isPackageSource(path) && !path.startsWith("packages/testkit/")).map(parse);
const engine = product.filter(({ path }) => path.startsWith("packages/engine/"));

test("no float contains money or a billable quantity in the engine", () => {
  expect(engine.length).toBeGreaterThan(20);
  expect(print(findFloats(engine))).toEqual([]);
});

test.each([
  'parseFloat("1.5")',
  "Number(amount)",
  "Math.round(cents)",
  "(total / 100).toFixed(2)",
  "Math.floor(total).toFixed(2)",
  "+text",
  "interface Line { readonly amount: number }",
  "function rate(unitPrice: number) {}",
])("%s is found", (text) => {
  expect(findFloats([parse({ path: "packages/engine/src/planted.ts", text })])).toHaveLength(1);
});

test("a decimal may print itself with two decimals", () => {
  expect(findFloats([parse({ path: "packages/engine/src/planted.ts", text: "amount.toFixed(2)" })])).toEqual([]);
});

/** Numbers that are named like an amount but count something else. */
const COUNTS: Record<string, string> = {
  "packages/dashboard/src/customer/stripe.ts": "whole cents, as Stripe's form takes them",
  "packages/dashboard/src/format/amount.ts": "lengths on charts",
  "packages/dashboard/src/pages/invoices/explain/events-of-line.tsx": "events",
  "packages/http/src/lists.ts": "rows of a list",
  "packages/http/src/token-buckets.ts": "requests",
  "packages/storage/src/embedded/backup/copy-back.ts": "bytes",
  "packages/storage/src/embedded/backup/make-backup.ts": "bytes",
  "packages/storage/src/embedded/backup/restore-backup.ts": "bytes",
  "packages/storage/src/lists/list.ts": "rows of a list",
  "packages/storage/src/usage/totals/rebuild-totals.ts": "accounts",
};

test("no float contains money or a billable quantity in the product (invariant 2)", () => {
  expect(product.length).toBeGreaterThan(1000);
  const found = findFloatAmounts(product);
  expect(print(found.filter(({ path }) => COUNTS[path] === undefined))).toEqual([]);
  expect([...new Set(found.map(({ path }) => path))].toSorted()).toEqual(Object.keys(COUNTS));
});

test.each([
  "Number(line.totalPrice)",
  "Number(invoice?.total)",
  "parseFloat(amount)",
  "Math.round(price)",
  "+balance",
  "interface Bar { readonly amount: number }",
])("%s is found in the product", (text) => {
  expect(findFloatAmounts([parse({ path: "packages/dashboard/src/planted.ts", text })])).toHaveLength(1);
});

test.each(["Number(page)", "Math.round(width)", "+index", "interface Bar { readonly height: number }"])(
  "%s counts something else",
  (text) => {
    expect(findFloatAmounts([parse({ path: "packages/dashboard/src/planted.ts", text })])).toEqual([]);
  },
);
