import { findUntestedDecisions, isDecision, parse, readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";
import untested from "./untested-decisions.json" with { type: "json" };

const files = readRepository((path) => /^packages\/service\/(src|test)\/.*\.ts$/.test(path)).map(parse);

test("a decision of service that neither reads nor writes has a direct test; those in the list have none yet", () => {
  expect(files.filter(isDecision).length).toBeGreaterThan(150);
  // A test for one of them: take it off the list. A new decision: write its test, and leave the list as it is.
  expect(findUntestedDecisions(files)).toEqual(untested);
});

const source = (text: string) => parse({ path: "packages/service/src/invoices/planted.ts", text });
const tested = parse({
  path: "packages/service/test/invoices/planted.test.ts",
  text: 'import { planted } from "../../src/invoices/planted.ts";',
});

test.each([
  "export const planted = (a: boolean) => (a ? 1 : 2);",
  "export function planted(a: boolean) { if (a) throw new Error(); }",
  "export const planted = (a?: string) => a ?? '';",
])("%s is a decision, and held by the test that imports it", (text) => {
  expect(findUntestedDecisions([source(text)])).toEqual(["invoices/planted.ts"]);
  expect(findUntestedDecisions([source(text), tested])).toEqual([]);
});

test.each([
  "export const planted = 1;",
  "export interface Planted { readonly a: string }",
  "export async function planted(a: boolean) { if (a) await read(); }",
  "export function planted(a: boolean): Promise<void> { return a ? read() : write(); }",
])("%s is none", (text) => {
  expect(findUntestedDecisions([source(text)])).toEqual([]);
});
