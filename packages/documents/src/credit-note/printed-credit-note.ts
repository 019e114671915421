import type { CalendarDate, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";
import type { InvoiceDocumentLine, InvoiceDocumentTax } from "../invoice/invoice-document.ts";

/** A credit note as the snapshot froze it (R-INV-8, R-PDF-1). Amounts are ready to print; text members are data. */
export interface PrintedCreditNote {
  readonly number: string;
  /** Also the date in the file's metadata. */
  readonly issueDate: CalendarDate;
  /** The corrected invoice. The law requires its number and date (Directive 2006/112/EC, article 219). */
  readonly invoice: { readonly number: string; readonly issueDate: CalendarDate };
  readonly reason: string;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  readonly currency: string;
  readonly locale: string;
  /** Amounts given back are above zero. In the order of the invoice. */
  readonly lines: readonly InvoiceDocumentLine[];
  readonly subtotal: DecimalText;
  /** The sum of the lines if some include their tax, which the subtotal does not. Missing otherwise. */
  readonly linesTotal?: DecimalText | null;
  readonly taxes: readonly InvoiceDocumentTax[];
  readonly total: DecimalText;
  /** Where the total went. Amounts other than zero are printed. */
  readonly appliedToInvoice: DecimalText;
  readonly keptAsCredit: DecimalText;
  /** The amount returned to the prepaid credit that had paid. */
  readonly returnedToPrepaid: DecimalText;
  readonly refunded: DecimalText;
  readonly memo: string | null;
  readonly footer: string | null;
  /** Legal remarks, one paragraph each. */
  readonly notes: readonly string[];
}
