/** A past renewal (R-SUB-7). */
export interface Renewal {
  renewedAt: string;
  periodStart: string;
  /** Null if the contract continued without an end. */
  periodEnd: string | null;
  /**
   * The calendar date on which the term before it ended. The account may move to another time zone later, so `periodStart`
   * does not give it. Missing in renewals that development builds stored before version 0.1. The API does not show it.
   */
  endedOn?: string;
}
