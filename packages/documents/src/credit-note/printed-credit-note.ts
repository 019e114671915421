import type { CalendarDate, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";
import type { InvoiceDocumentLine, InvoiceDocumentTax } from "../invoice/invoice-document.ts";

/** What is given back of an invoice, as the snapshot froze it (R-INV-8, R-PDF-1). Amounts are ready to print; text members are data. */
export interface PrintedCreditNote {
  readonly number: string;
  /** Also the date written into the file. */
  readonly issueDate: CalendarDate;
  /** The invoice that is corrected: the law wants both named (Directive 2006/112/EC, article 219). */
  readonly invoice: { readonly number: string; readonly issueDate: CalendarDate };
  readonly reason: string;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  readonly currency: string;
  readonly locale: string;
  /** Above zero for what is given back, in the order of the invoice. */
  readonly lines: readonly InvoiceDocumentLine[];
  readonly subtotal: DecimalText;
  /** The sum of the lines if some include their tax, which the subtotal does not. Missing otherwise. */
  readonly linesTotal?: DecimalText | null;
  readonly taxes: readonly InvoiceDocumentTax[];
  readonly total: DecimalText;
  /** Where the total went; each is printed when it is not zero. */
  readonly appliedToInvoice: DecimalText;
  readonly keptAsCredit: DecimalText;
  /** To the prepaid credit that had paid. */
  readonly returnedToPrepaid: DecimalText;
  readonly refunded: DecimalText;
  readonly memo: string | null;
  readonly footer: string | null;
  /** Legal remarks, one paragraph each. */
  readonly notes: readonly string[];
}
