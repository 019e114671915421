import type { Rows } from "./rows.ts";

interface Read<Row> {
  readonly data: readonly Row[] | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Rows that are read all at once, such as the lines of an invoice. */
export function fixedRows<Row>({ data = [], isPending, error, refetch }: Read<Row>): Rows<Row> {
  return {
    length: data.length,
    at: (index) => data[index],
    want: () => undefined,
    isPending,
    error,
    retry: () => void refetch(),
    async *all() {
      yield* data;
    },
  };
}
