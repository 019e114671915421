import { expect, test } from "vitest";
import { askedInSteps, keyOf } from "../../src/server/asked.ts";

test("the key of a query is its operation and its parameters", () => {
  expect(keyOf((api) => api.invoices.get("inv_1"))).toEqual(["invoices", "get", "inv_1"]);
  expect(keyOf((api) => api.organization.get())).toEqual(["organization", "get"]);
});

test("the abort signal is not part of the key", () => {
  const { signal } = new AbortController();
  expect(keyOf((api) => api.invoices.get("inv_1", { signal }))).toEqual(["invoices", "get", "inv_1"]);
  expect(keyOf((api) => api.invoices.list({ limit: 5 }, { signal }))).toEqual(
    keyOf((api) => api.invoices.list({ limit: 5 })),
  );
});

test("different parameters have different keys, and so do a page and the whole list", () => {
  const keys = [
    keyOf((api) => api.invoices.list({ limit: 5 })),
    keyOf((api) => api.invoices.list({ limit: 6 })),
    keyOf((api) => api.invoices.list({ limit: 5 }).all()),
    keyOf((api) => api.accounts.list({ limit: 5 })),
  ];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
});

test("refuses a query that transforms the answer, because two of them would share a key", () => {
  expect(() => keyOf(async (api) => (await api.invoices.list({ limit: 5 })).items)).toThrow("use select");
  expect(() => keyOf(() => Promise.resolve(1))).toThrow("use select");
});

test("a query in steps begins with its resource", () => {
  expect(askedInSteps("plans", "draft", ["plan_1"], () => Promise.resolve(null)).queryKey).toEqual([
    "plans",
    "draft",
    "plan_1",
  ]);
});
