/** A past renewal (R-SUB-7). */
export interface Renewal {
  renewedAt: string;
  periodStart: string;
  /** Null if the contract continued without an end. */
  periodEnd: string | null;
}
