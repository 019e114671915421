import type { CalendarDate, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";

/** A payment receipt, as it was recorded (R-INV-7, R-PDF-1). Amounts are ready to print; text members are data. */
export interface PrintedReceipt {
  /** Null if the receipt has no number. */
  readonly number: string | null;
  /** Also the date in the file's metadata. */
  readonly paidOn: CalendarDate;
  /** Null if the method is unknown. */
  readonly method: PrintedPaymentMethod | null;
  /** The payer's or the bank's reference. */
  readonly reference: string | null;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  readonly currency: string;
  readonly locale: string;
  readonly amount: DecimalText;
  /** The invoices that the payment paid. */
  readonly invoices: readonly PaidInvoice[];
  /** The amount beyond these invoices, which is kept as account credit. Printed if not zero. */
  readonly keptAsCredit: DecimalText;
  /** Printed as a deduction if not zero. Pass the refunded amount as a positive number. */
  readonly refunded: DecimalText;
  readonly memo: string | null;
  readonly footer: string | null;
}

export type PrintedPaymentMethod = "bank_transfer" | "card" | "cash" | "check" | "direct_debit";

export interface PaidInvoice {
  readonly number: string;
  readonly issueDate: CalendarDate | null;
  readonly total: DecimalText;
  /** The part of this payment that paid the invoice. */
  readonly paid: DecimalText;
}
