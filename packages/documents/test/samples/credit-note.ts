import type { PrintedCreditNote } from "../../src/index.ts";
import { short } from "./short.ts";

/**
 * Half a month is given back: 122.50 + 23.28 (19% of 122.50 = 23.275) = 145.78. 100.00 of the invoice was still due.
 */
export const creditNote: PrintedCreditNote = {
  number: "CN-2024-00007",
  issueDate: "2024-02-20",
  invoice: { number: "NL-2024-0042", issueDate: "2024-02-01" },
  reason: "The service was down from January 16 on.",
  seller: short.seller,
  buyer: short.buyer,
  look: short.look,
  currency: "EUR",
  locale: "en-GB",
  lines: short.lines
    .slice(0, 1)
    .map((line) => ({ ...line, detail: null, quantity: null, unitPrice: null, amount: "122.50" })),
  subtotal: "122.50",
  taxes: [{ name: "VAT", rate: "19", base: "122.50", amount: "23.28" }],
  total: "145.78",
  appliedToInvoice: "100.00",
  keptAsCredit: "45.78",
  returnedToPrepaid: "0.00",
  refunded: "0.00",
  memo: null,
  footer: short.footer,
  notes: [],
};
