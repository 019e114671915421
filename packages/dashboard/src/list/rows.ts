/** The rows of a list, loaded as they become visible. */
export interface Rows<Row> {
  /**
   * The number of rows, as far as it is known. A paged list knows it almost exactly, a list by cursor only what is
   * loaded.
   */
  readonly length: number;
  /** Undefined while the row is loading. */
  readonly at: (index: number) => Row | undefined;
  /** Called with the visible rows, so that they are loaded. */
  readonly want: (first: number, last: number) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Every row from the first to the last, for an export. */
  readonly all: () => AsyncIterable<Row>;
}
