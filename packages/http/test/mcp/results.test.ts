import { routes } from "@counterfoil/http";
import { expect, test } from "vitest";
import { compacted } from "../../src/mcp/compact.ts";
import { fitted, MOST_CHARACTERS } from "../../src/mcp/fit.ts";
import { signatureOf } from "../../src/mcp/signature.ts";
import { noteIds, stableJson } from "../../src/runs/effect.ts";

// R-MCP-1: results are compact, and never longer than a model can read.

test("amounts carry their currency, and members without a value are left out", () => {
  const invoice = {
    number: null,
    total: "310.00",
    currency: "EUR",
    purchaseOrderNumber: "4500",
    lines: [{ totalPrice: "310.00", quantity: "2", taxes: [] }],
  };
  expect(compacted(invoice)).toEqual({
    total: "310.00 EUR",
    currency: "EUR",
    purchaseOrderNumber: "4500",
    lines: [{ totalPrice: "310.00 EUR", quantity: "2" }],
  });
  // Units of a metric have no currency, also inside something that has one.
  expect(compacted({ currency: "EUR", grant: { amount: "5", currency: null } })).toEqual({
    currency: "EUR",
    grant: { amount: "5" },
  });
  // Balances next to a document have its currency, unless there are several.
  const balance = { amountRemaining: "5.00" };
  expect(compacted({ note: { currency: "USD" }, after: balance })).toMatchObject({
    after: { amountRemaining: "5.00 USD" },
  });
  expect(compacted({ a: { currency: "USD" }, b: { currency: "EUR" }, after: balance })).toMatchObject({
    after: balance,
  });
});

test("a long result is shortened, says so, and says how to read less", () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({
    id: `inv_${index}`,
    lines: [1, 2, 3],
    memo: "x".repeat(50),
  }));
  const text = fitted({ page: 1, items }, "Use fields.");
  expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  const value = JSON.parse(text) as { shortened: string; items: unknown[] };
  expect(value.shortened).toBe("Use fields.");
  expect(value.items.at(-1)).toBe(`… ${1_000 - (value.items.length - 1)} more`);
  expect(fitted({ items: [1] }, "Use fields.")).toBe('{"items":[1]}');
  // A single text that is too long leaves its name.
  const long = fitted({ id: "mail_1", html: "x".repeat(100_000) }, "Use fields.");
  expect(JSON.parse(long)).toEqual({ shortened: "Use fields.", id: "mail_1", tooLong: ["html"] });
});

test("every input is described in at most 1,500 characters", () => {
  const longest = routes.map((route) => signatureOf(route).length).toSorted((a, b) => b - a);
  expect(longest.length).toBeGreaterThan(200);
  expect(longest[0]).toBeLessThanOrEqual(1_500);
  const explain = routes.find(({ operationId }) => operationId === "explainInvoiceLine");
  expect(explain && signatureOf(explain)).toBe("{ id: string, lineId: string }");
});

test("an effect is the same text each time it is tried", () => {
  let next = 0;
  const tried = (now: string) => {
    const ids = noteIds({ next: (prefix) => `${prefix}_${String((next += 7)).padStart(26, "0")}` });
    const [first, second] = [ids.next("inv"), ids.next("line")];
    const old = `acct_${"1".repeat(26)}`;
    const terms = `sha256:${String(next).padStart(64, "0")}`;
    return stableJson({ id: first, number: "A-1", lines: [second], of: first, old, at: now, terms }, ids, now);
  };
  const text = tried("2026-01-01T00:00:00.123Z");
  expect(JSON.parse(text)).toEqual({
    id: "new_inv_1",
    number: "(assigned when issued)",
    lines: ["new_line_2"],
    of: "new_inv_1",
    old: `acct_${"1".repeat(26)}`,
    at: "(now)",
    terms: "(fingerprint)",
  });
  expect(tried("2026-01-01T00:00:09.456Z")).toBe(text);
});
