import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { InvoiceLineKind, UsageGroup } from "./invoice-line-draft.ts";

/** A line as it was billed, frozen. */
export interface BilledLine {
  /** Missing while it is only decided and not written. */
  readonly lineId?: string;
  readonly kind: InvoiceLineKind;
  readonly priceId: string | null;
  readonly versionId: string | null;
  readonly usageGroup: UsageGroup | null;
  readonly service: DatePeriod;
  readonly quantity: Decimal;
  readonly amount: Decimal;
}
