/** A kind of values that a process remembers about rows of a database, because these rows never change. */
export interface MemoryOf<Value> {
  /** Returns the initial, empty value. */
  readonly begin: () => Value;
}

/**
 * What a process remembers about one database. It is discarded with the connections, so that it is never used for
 * another database.
 */
export interface Memory {
  recall<Value>(kind: MemoryOf<Value>): Value;
}

export function createMemory(): Memory {
  const values = new Map<MemoryOf<unknown>, unknown>();
  return {
    recall<Value>(kind: MemoryOf<Value>): Value {
      if (!values.has(kind)) values.set(kind, kind.begin());
      return values.get(kind) as Value;
    },
  };
}
