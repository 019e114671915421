/** How long rows are taken for: whoever took them is gone if they are still locked at `until`, and another may take them. */
export interface Lease {
  readonly now: string;
  readonly until: string;
  readonly limit: number;
}

/** Where rows take turns: for which receiver they are taken, and how long what is behind another one rests. */
export interface TurnLease extends Lease {
  readonly receiver: string;
  /** The next of its object, while the one before it is locked or due as well. */
  readonly soon: string;
  /** What is behind the next one. */
  readonly far: string;
}
