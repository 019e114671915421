/** How long a worker has the rows that it claims. A row that is still locked at `until` may be claimed by another worker. */
export interface Lease {
  readonly now: string;
  readonly until: string;
  readonly limit: number;
}

/** Where rows take turns: the receiver to claim for, and when rows that have to wait are looked at again. */
export interface TurnLease extends Lease {
  readonly receiver: string;
  /** For the next row of an object, while the row before it is locked or also due. */
  readonly soon: string;
  /** For all rows after the next one. */
  readonly far: string;
}
