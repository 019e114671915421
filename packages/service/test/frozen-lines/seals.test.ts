import { expect, test } from "vitest";
import { inputsHash } from "../../src/frozen-lines/inputs-hash.ts";
import { sealOf } from "../../src/frozen-lines/invoice-seal.ts";
import { issued, line } from "../rows/invoice.ts";

// R-AUDIT-1: everything that an amount follows from is in a hash, and the resulting figures are not.

const hashOf = (members: Parameters<typeof line>[0] = {}, invoice = issued()) => inputsHash(invoice, line(members));

test("a changed input of a line changes its hash, and a changed figure does not", () => {
  const hash = hashOf();
  for (const members of [
    { priceId: "price_2" },
    { periodEnd: "2024-01-31" },
    { usageThrough: "7" },
    { usageGroup: { region: "eu" } },
    { proration: { days: 1, of: 31 } },
  ]) {
    expect(hashOf(members)).not.toBe(hash);
  }
  expect(hashOf({}, issued({ currency: "USD" }))).not.toBe(hash);
  expect(hashOf({ amount: "99.00", quantity: "3", unitPrice: "33" })).toBe(hash);
});

test("a seal covers parties, terms and free lines", () => {
  const free = line({ id: "line_2", kind: "one_off", priceId: null });
  const seal = sealOf(issued(), [free]);
  expect(Object.values(seal).every((text) => /^sha256:[0-9a-f]{64}$/.test(text))).toBe(true);
  expect(sealOf(issued(), [{ ...free, amount: "100" }])).toEqual(seal); // the same value
  expect(sealOf(issued(), [{ ...free, amount: "99.99" }]).terms).not.toBe(seal.terms);
  expect(sealOf(issued({ paymentTerms: "net_60" }), [free]).terms).not.toBe(seal.terms);
  const { seller } = issued();
  if (seller === null) throw new Error("it is issued");
  const other = sealOf(issued({ seller: { ...seller, taxId: "DE1" } }), [free]);
  expect([other.seller === seal.seller, other.buyer === seal.buyer]).toEqual([false, true]);
  // Lines of a contract have their own hash.
  const contracted = { ...free, explanation: { ...free.explanation, basis: { kind: "recurring" } } };
  expect(sealOf(issued(), [contracted]).terms).toBe(sealOf(issued(), []).terms);
});
