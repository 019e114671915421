type Rows = readonly (readonly unknown[])[];

interface Answer {
  readonly rows: Rows;
  /** About how many bytes it takes, with its key. */
  readonly bytes: number;
}

/** A longer answer is not remembered. */
const MOST_BYTES_OF_ONE = 1_000_000;
/** Of all remembered answers. */
const MOST_BYTES = 20_000_000;
/** What a value takes besides its text. */
const BYTES_OF_A_VALUE = 24;

/**
 * Remembers short answers that never change, and forgets those that were not used for longest.
 * @returns reads an answer by its key, a part at a time
 */
export function rememberShortAnswers() {
  const known = new Map<string, Answer>();
  let held = 0;

  function remember(key: string, answer: Answer): void {
    forget(key);
    known.set(key, answer);
    held += answer.bytes;
    for (const oldest of known.keys()) {
      if (held <= MOST_BYTES) return;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    held -= known.get(key)?.bytes ?? 0;
    known.delete(key);
  }

  return async function* read<Row extends readonly unknown[]>(
    key: string,
    ask: () => AsyncGenerator<Row[]>,
  ): AsyncGenerator<Row[]> {
    const found = known.get(key);
    if (found !== undefined) {
      remember(key, found);
      yield [...found.rows] as Row[];
      return;
    }
    const rows: Row[] = [];
    let bytes = key.length;
    for await (const part of ask()) {
      if (bytes <= MOST_BYTES_OF_ONE) {
        rows.push(...part);
        bytes += bytesOf(part);
      }
      yield part;
    }
    if (bytes <= MOST_BYTES_OF_ONE) remember(key, { rows, bytes });
  };
}

function bytesOf(rows: Rows): number {
  let bytes = 0;
  for (const value of rows.flat()) bytes += BYTES_OF_A_VALUE + (typeof value === "string" ? value.length : 0);
  return bytes;
}
