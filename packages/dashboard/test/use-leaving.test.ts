import { expect, test } from "vitest";
import { leaves } from "../src/app/use-leaving.ts";

const place = (pathname: string, search: object = {}) => ({ pathname, search });

test("another page, another part of the page, and going back leave a form", () => {
  expect(leaves(place("/accounts/new"), place("/invoices"), "PUSH")).toBe(true);
  expect(leaves(place("/settings", { part: "you" }), place("/settings", { part: "taxes" }), "PUSH")).toBe(true);
  expect(leaves(place("/products", { do: "new" }), place("/products"), "BACK")).toBe(true);
});

test("a dialog that opens or closes, and a filter, leave the form on the page", () => {
  expect(leaves(place("/invoices/new"), place("/invoices/new", { account: "account_1" }), "REPLACE")).toBe(false);
  expect(leaves(place("/products", { do: "new" }), place("/products"), "PUSH")).toBe(false);
});
