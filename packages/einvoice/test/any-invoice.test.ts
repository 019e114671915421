import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRules, writeCii, writeUbl } from "../src/index.ts";
import { saidInCii, saidInUbl } from "./said/said.ts";
import { anyInvoice } from "./samples/any-invoice.ts";
import { samples } from "./samples/index.ts";
import { checkCiiSchema, checkUblSchema } from "./schemas/read-schemas.ts";

test("any invoice meets the rules, is valid in both syntaxes, and has the same content in both", () => {
  fc.assert(
    fc.property(anyInvoice, (invoice) => {
      expect(checkRules(invoice)).toEqual([]);
      const [cii, ubl] = [writeCii(invoice), writeUbl(invoice)];
      expect(checkCiiSchema(cii)).toBeNull();
      expect(checkUblSchema(ubl)).toBeNull();
      expect(saidInUbl(ubl)).toEqual(saidInCii(cii));
    }),
    { numRuns: 300 },
  );
});

test.each(Object.entries(samples))("an invoice with %s has the same content in both syntaxes", (_, invoice) => {
  const said = saidInCii(writeCii(invoice));
  expect(said.lines).toHaveLength(invoice.lines.length);
  expect(said.breakdown).toHaveLength(invoice.vatBreakdown.length);
  expect(said.totals.at(-1)).toBe(invoice.totals.due.toFixed(2));
  expect(saidInUbl(writeUbl(invoice))).toEqual(said);
});
