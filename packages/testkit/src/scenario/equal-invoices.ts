import { expect } from "vitest";
import { comparedLines, invoicesToText, type StoryInvoice } from "./invoice-text.ts";

declare module "vitest" {
  interface Matchers<R, T> {
    /**
     * Compares invoices with this text (see `invoicesToText`). White space is free, and `//` starts a comment for the
     * arithmetic.
     */
    toEqualInvoices(golden: string): R;
  }
}

expect.extend({
  toEqualInvoices(invoices: readonly StoryInvoice[], golden: string) {
    const printed = invoicesToText(invoices).split("\n");
    const actual = comparedLines(printed.join("\n"));
    const expected = comparedLines(golden);
    const pass = actual.length === expected.length && actual.every((line, index) => line === expected[index]);
    // Equal lines get the same layout, so that the diff shows only differences.
    const layout = new Map(actual.map((line, index) => [line, printed[index] ?? line]));
    return {
      pass,
      message: () => (pass ? "the invoices should differ from the text" : "the invoices differ from the text"),
      actual: printed.join("\n"),
      expected: expected.map((line) => layout.get(line) ?? line).join("\n"),
    };
  },
});
