/** An answer with more rows is not remembered. */
const MOST_ROWS_OF_ONE = 1_000;
/** Rows of all remembered answers, some 5 MB. */
const MOST_ROWS = 20_000;

/**
 * Remembers answers of few rows that never change, and forgets those that were not used for longest.
 * @returns reads an answer by its key, a part at a time
 */
export function rememberFewRows() {
  const known = new Map<string, readonly unknown[]>();
  let held = 0;

  function remember(key: string, rows: readonly unknown[]): void {
    forget(key);
    known.set(key, rows);
    held += sizeOf(rows);
    for (const oldest of known.keys()) {
      if (held <= MOST_ROWS) return;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    const rows = known.get(key);
    if (rows === undefined) return;
    known.delete(key);
    held -= sizeOf(rows);
  }

  return async function* read<Row>(key: string, ask: () => AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
    const found = known.get(key);
    if (found !== undefined) {
      remember(key, found);
      yield [...found] as Row[];
      return;
    }
    const few: Row[] = [];
    let isFew = true;
    for await (const rows of ask()) {
      isFew &&= few.length + rows.length <= MOST_ROWS_OF_ONE;
      if (isFew) few.push(...rows);
      yield rows;
    }
    if (isFew) remember(key, few);
  };
}

/** An empty answer takes space as well. */
function sizeOf(rows: readonly unknown[]): number {
  return rows.length + 1;
}
