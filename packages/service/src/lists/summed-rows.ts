import { Decimal, formatAmount } from "@counterfoil/engine";

/** A group of rows of a list, counted and summed by the database. Sums are decimal strings. */
export interface CountedRows {
  /** False if the rows are left out only by the choice among statuses. */
  readonly isMatched: boolean;
  readonly count: string;
}

/** The number of rows that match all filters. */
export function countMatched(rows: readonly CountedRows[]): number {
  return sumOf(
    rows.filter(({ isMatched }) => isMatched),
    ({ count }) => count,
  );
}

/** The number of rows in each status, including those that the filter on the status leaves out. */
export function countByStatus<Status extends string>(
  statuses: readonly Status[],
  rows: readonly CountedRows[],
  statusOf: (index: number) => string | undefined,
): { status: Status; count: number }[] {
  return statuses.map((status) => ({
    status,
    count: sumOf(
      rows.filter((_, index) => statusOf(index) === status),
      ({ count }) => count,
    ),
  }));
}

/** Sums the matching rows of each currency, in alphabetical order. */
export function totalsByCurrency<Sum extends string>(
  rows: readonly (CountedRows & { readonly currency: string } & Readonly<Record<Sum, string>>)[],
  sums: readonly Sum[],
): ({ currency: string; count: number } & Record<Sum, string>)[] {
  const matched = rows.filter(({ isMatched }) => isMatched);
  const byCurrency = [...Map.groupBy(matched, ({ currency }) => currency)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byCurrency.map(([currency, own]) => {
    const amounts = sums.map((sum) => {
      const amount = Decimal.sum(own.map((row) => Decimal.of(row[sum])));
      return [sum, formatAmount({ amount, currency })] as const;
    });
    return {
      currency,
      count: sumOf(own, ({ count }) => count),
      ...(Object.fromEntries(amounts) as Record<Sum, string>),
    };
  });
}

/** Counts, which are whole numbers far below the limit of a double. */
export function sumOf<Row>(rows: readonly Row[], count: (row: Row) => string): number {
  return rows.reduce((sum, row) => sum + Number(count(row)), 0);
}
