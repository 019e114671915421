import { checkDate, checkDecimal, checkFrame } from "../document/check-members.ts";
import type { DocumentProblem } from "../document-error.ts";
import { checkLines, checkTaxes } from "../invoice/check-invoice-document.ts";
import type { PrintedCreditNote } from "./printed-credit-note.ts";

/** Returns a problem for every member whose value is invalid. */
export function checkCreditNote(note: PrintedCreditNote): DocumentProblem[] {
  const sums = [
    "subtotal",
    "linesTotal",
    "total",
    "appliedToInvoice",
    "keptAsCredit",
    "returnedToPrepaid",
    "refunded",
  ] as const;
  return [
    ...checkFrame(note),
    ...checkDate("/issueDate", note.issueDate),
    ...checkDate("/invoice/issueDate", note.invoice.issueDate),
    ...sums.flatMap((sum) => checkDecimal(`/${sum}`, note[sum] ?? null)),
    ...checkLines(note),
    ...checkTaxes(note),
  ];
}
