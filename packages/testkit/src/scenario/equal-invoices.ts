import { expect } from "vitest";
import { comparedLines, invoicesToText, type StoryInvoice } from "./invoice-text.ts";

declare module "vitest" {
  interface Matchers<R, T> {
    /**
     * That invoices read as this text (see `invoicesToText`). Spaces may be laid out freely, and `//` starts a comment
     * that carries the arithmetic.
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
    // Equal lines are shown laid out alike, so that the difference shows only what differs.
    const layout = new Map(actual.map((line, index) => [line, printed[index] ?? line]));
    return {
      pass,
      message: () => (pass ? "the invoices should read otherwise" : "the invoices read otherwise"),
      actual: printed.join("\n"),
      expected: expected.map((line) => layout.get(line) ?? line).join("\n"),
    };
  },
});
