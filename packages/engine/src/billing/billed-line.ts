import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { InvoiceLineKind, UsageGroup } from "./invoice-line-draft.ts";
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
}
