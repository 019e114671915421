import { checkDate, checkDecimal, checkFrame } from "../document/check-members.ts";
import type { DocumentProblem } from "../document-error.ts";
import type { PrintedReceipt } from "./printed-receipt.ts";

/** Returns a problem for every member whose value is invalid. */
export function checkReceipt(receipt: PrintedReceipt): DocumentProblem[] {
  const sums = ["amount", "keptAsCredit", "refunded"] as const;
  return [
    ...checkFrame(receipt),
    ...checkDate("/paidOn", receipt.paidOn),
    ...sums.flatMap((sum) => checkDecimal(`/${sum}`, receipt[sum])),
    ...receipt.invoices.flatMap((invoice, index) => [
      ...checkDate(`/invoices/${index}/issueDate`, invoice.issueDate),
      ...(["total", "paid"] as const).flatMap((sum) => checkDecimal(`/invoices/${index}/${sum}`, invoice[sum])),
    ]),
  ];
}
