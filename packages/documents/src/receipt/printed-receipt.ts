import type { CalendarDate, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";

/** The proof of a payment, as it was recorded (R-INV-7, R-PDF-1). Amounts are ready to print; text members are data. */
export interface PrintedReceipt {
  /** Null where receipts have no numbers of their own. */
  readonly number: string | null;
  /** Also the date written into the file. */
  readonly paidOn: CalendarDate;
  /** Null where nothing is said of it. */
  readonly method: PrintedPaymentMethod | null;
  /** What the payer or the bank calls it. */
  readonly reference: string | null;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  readonly currency: string;
  readonly locale: string;
  readonly amount: DecimalText;
  /** The invoices that were paid with it. */
  readonly invoices: readonly PaidInvoice[];
  /** What was paid beyond them and is kept as the account's credit; printed when not zero. */
  readonly keptAsCredit: DecimalText;
  /** Printed as a deduction when not zero: pass what was given back as a positive amount. */
  readonly refunded: DecimalText;
  readonly memo: string | null;
  readonly footer: string | null;
}

export type PrintedPaymentMethod = "bank_transfer" | "card" | "cash" | "check" | "direct_debit";

export interface PaidInvoice {
  readonly number: string;
  readonly issueDate: CalendarDate | null;
  readonly total: DecimalText;
  /** How much of this payment went to it. */
  readonly paid: DecimalText;
}
