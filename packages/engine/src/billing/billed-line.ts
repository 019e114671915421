import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { InvoiceLineKind, UsageGroup } from "./line-kind.ts";
import type { Take } from "./takes.ts";

/** A line as it was billed, frozen. */
export interface BilledLine {
  /** Missing while it is only decided and not written. */
  readonly lineId?: string;
  /** Where it stands. Missing while it is only decided and not written. */
  readonly invoiceId?: string;
  readonly kind: InvoiceLineKind;
  readonly priceId: string | null;
  readonly versionId: string | null;
  readonly usageGroup: UsageGroup | null;
  readonly service: DatePeriod;
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /** What usage that took back took from which invoices. Missing of what charges, and where it was not written down. */
  readonly takes?: readonly Take[] | undefined;
  /** Missing where no credit note concerns the line. */
  readonly notes?: LineNotes;
}

/** A line whose invoice was voided and is not billed again: nobody charges its days, and nothing of it can be given back. */
export type LetGoLine = Pick<BilledLine, "kind" | "versionId" | "service">;

/** What credit notes mean for a billed line. */
export interface LineNotes {
  /** What they gave back of it, with the sign of its amount. */
  readonly given: Decimal;
  /** Of usage: what the line would have taken back, had notes not given it back before. It counts as taken back. */
  readonly settled: Decimal;
  /** What is left of the line's invoice, where notes gave back any of it. */
  readonly invoiceLeft: InvoiceLeft | null;
}

/** What is left of an invoice after credit notes and what later invoices gave back of it, as a sum of lines. */
export interface InvoiceLeft {
  readonly invoiceId: string;
  readonly amount: Decimal;
  /** Its percentage discounts of which credit notes gave back something. */
  readonly percentages: readonly PercentageLeft[];
  /** Its discounts of an amount, and its limits. */
  readonly settled: readonly SettledOnInvoice[];
}

/** A percentage discount of an invoice that a credit note concerns: it is taken back with its lines, but only once. */
export interface PercentageLeft {
  readonly adjustmentId: string;
  /** The lines of the invoice that it was taken off. */
  readonly lineIds: ReadonlySet<string>;
  /** What is left of its line after credit notes and what later invoices took back: zero, or below. */
  readonly left: Decimal;
}

/** A discount of an amount or a spend limit as it stands on an invoice. Each is settled for a period, and so over all its invoices. */
export interface SettledOnInvoice {
  readonly adjustmentId: string;
  /** The first day of the period. */
  readonly periodStart: string;
  /** What credit notes left of its line on this invoice. */
  readonly own: Decimal;
  /** The same of its lines on all invoices, drafts included. */
  readonly standing: Decimal;
  /** What later invoices took back of it. */
  readonly takenBack: Decimal;
}
