/** What a backfill found of one model: events that have a cost now, in one currency. */
export interface BackfilledModel {
  provider: string;
  model: string;
  currency: string;
  events: number;
  /** Exact. */
  amount: string;
}

/** Events that still have no cost. */
export interface StillUnpriced {
  provider: string;
  model: string;
  missing: "model" | "input" | "output" | "tokens";
  events: number;
}
