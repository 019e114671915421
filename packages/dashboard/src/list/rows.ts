/** The rows of a list, read as far as they are looked at. */
export interface Rows<Row> {
  /** How many there are, as far as is known: a list in pages knows almost exactly, one by cursor only what it has read. */
  readonly length: number;
  /** Undefined while it is being read. */
  readonly at: (index: number) => Row | undefined;
  /** Says which rows are looked at, so that they are read. */
  readonly want: (first: number, last: number) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Every row from the first to the last, for a file. */
  readonly all: () => AsyncIterable<Row>;
}
