import { Decimal } from "@counterfoil/engine";
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { hashContent } from "../../src/events/hash-content.ts";

const content = { account: "crm-1", eventName: "call", timestamp: null };
const cost = (amount: string, currency = "USD") => ({ amount: Decimal.of(amount), currency });

test("an event without a cost keeps the hash that earlier releases stored (R-EVT-3)", () => {
  const earlier = hash("sha256", '["crm-1","call",null]{"n":1}').slice(0, 32);
  expect(hashContent(content, '{"n":1}')).toBe(earlier);
  expect(hashContent({ ...content, cost: undefined }, '{"n":1}')).toBe(earlier);
});

test("amount and currency of a cost are content, the notation of the amount is not (R-COST-1)", () => {
  const of = (amount: string, currency?: string) => hashContent({ ...content, cost: cost(amount, currency) }, "{}");
  expect(of("1.50")).toBe(of("1.5"));
  expect(new Set([of("1.5"), of("1.51"), of("1.5", "EUR"), hashContent(content, "{}")]).size).toBe(4);
});
