import type { PrintedReceipt } from "../../src/index.ts";
import { short } from "./short.ts";

/** A payment of 500.00 paid 291.55 and 108.45, and 100.00 is kept. 291.55 + 108.45 + 100.00 = 500.00. */
export const receipt: PrintedReceipt = {
  number: "NL-R-2024-0007",
  paidOn: "2024-02-12",
  method: "bank_transfer",
  reference: "NL-2024-0042 / Harbour",
  seller: short.seller,
  buyer: short.buyer,
  look: short.look,
  currency: "EUR",
  locale: "en-GB",
  amount: "500.00",
  invoices: [
    { number: "NL-2024-0042", issueDate: "2024-02-01", total: "291.55", paid: "291.55" },
    { number: "NL-2024-0043", issueDate: "2024-02-05", total: "220.00", paid: "108.45" },
  ],
  keptAsCredit: "100.00",
  refunded: "0.00",
  memo: null,
  footer: short.footer,
};
