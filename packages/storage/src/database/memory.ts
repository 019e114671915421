/** Something that a process remembers about the rows of a database, because they never change. */
export interface MemoryOf<Value> {
  /** What is remembered at the start: nothing yet. */
  readonly begin: () => Value;
}

/** What a process remembers about one database. It ends with the connections to it, so that no other database is mistaken for it. */
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
