/** The share of a period that is charged or given back, by local days (R-SUB-5). */
export interface Proration {
  readonly days: number;
  /** Days of the whole period. */
  readonly of: number;
}
