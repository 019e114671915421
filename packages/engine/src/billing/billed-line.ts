import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { InvoiceLineKind, UsageGroup } from "./line-kind.ts";
import type { Take } from "./takes.ts";

/** A line as it was billed, frozen. */
export interface BilledLine {
  /** Missing while the line is decided but not yet written. */
  readonly lineId?: string;
  /** The invoice that contains it. Missing while the line is decided but not yet written. */
  readonly invoiceId?: string;
  readonly kind: InvoiceLineKind;
  readonly priceId: string | null;
  readonly versionId: string | null;
  readonly usageGroup: UsageGroup | null;
  readonly service: DatePeriod;
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /**
   * For usage that was reversed: how much was reversed of which invoices. Missing for charges, and if it was not
   * recorded.
   */
  readonly takes?: readonly Take[] | undefined;
  /** Missing if no credit note concerns the line. */
  readonly notes?: LineNotes;
}

/**
 * A line of a voided invoice that is not billed again. Its days are not charged, and nothing of it can be given back.
 */
export type LetGoLine = Pick<BilledLine, "kind" | "versionId" | "service">;

/** The effect of credit notes on a billed line. */
export interface LineNotes {
  /** The amount that they gave back of the line, with the sign of the line's amount. */
  readonly given: Decimal;
  /**
   * Of usage: the amount that the line would have reversed if credit notes had not given it back before. It counts as
   * reversed.
   */
  readonly settled: Decimal;
  /** What is left of the line's invoice. Null if credit notes gave back nothing of the invoice. */
  readonly invoiceLeft: InvoiceLeft | null;
}

/** What is left of an invoice after credit notes and credits on later invoices, as a sum of lines. */
export interface InvoiceLeft {
  readonly invoiceId: string;
  readonly amount: Decimal;
  /** The invoice's percentage discounts of which credit notes gave back a part. */
  readonly percentages: readonly PercentageLeft[];
  /** The invoice's discounts of an amount, and its limits. */
  readonly settled: readonly SettledOnInvoice[];
}

/** A percentage discount on an invoice that a credit note concerns. It is reversed with its lines, but only once. */
export interface PercentageLeft {
  readonly adjustmentId: string;
  /** The lines of the invoice that it reduced. */
  readonly lineIds: ReadonlySet<string>;
  /** What is left of its line after credit notes and reversals on later invoices: zero or less. */
  readonly left: Decimal;
}

/**
 * A discount of an amount, or a spend limit, on an invoice. Each is settled for a period, and so across all invoices of
 * the period.
 */
export interface SettledOnInvoice {
  readonly adjustmentId: string;
  /** The first day of the period. */
  readonly periodStart: string;
  /** What credit notes left of its line on this invoice. */
  readonly own: Decimal;
  /** The same for its lines on all invoices, drafts included. */
  readonly standing: Decimal;
  /** The amount that later invoices reversed of it. */
  readonly takenBack: Decimal;
}
