import { invariant } from "@counterfoil/engine";
import type { MemoryOf } from "../database/memory.ts";
import type { Tx } from "../database/tx.ts";

/** Rows of a table that are created when they are first named, and then keep their ID forever. */
export interface NamedRows<Names> {
  /** Returns different keys for different names. */
  keyOf(tx: Tx, names: Names): string;
  /** Returns the rows that exist. */
  find(tx: Tx, names: readonly Names[]): Promise<readonly (Names & { readonly id: string })[]>;
  /** Creates the missing rows (`on conflict do nothing`) and returns the created ones. */
  make(tx: Tx, names: readonly Names[]): Promise<readonly (Names & { readonly id: string })[]>;
}

interface KnownIds {
  readonly known: Map<string, string>;
  /** Rows created by a transaction, which may still be rolled back. */
  readonly madeIn: WeakMap<Tx, Map<string, string>>;
}

/** When this many IDs are remembered, all are forgotten. */
const MOST_KNOWN = 200_000;

/**
 * Returns the IDs of named rows, in the order of the names, and creates missing rows in the order of their keys, so
 * that two batches with the same names wait for each other and do not deadlock. The process remembers the IDs it has
 * found, because they are committed. It remembers an ID that a transaction created only when another transaction finds
 * it, because the first one may be rolled back.
 */
export function rememberIds<Names>(rows: NamedRows<Names>): (tx: Tx, wanted: readonly Names[]) => Promise<string[]> {
  const kind: MemoryOf<KnownIds> = { begin: () => ({ known: new Map(), madeIn: new WeakMap() }) };

  async function complete(tx: Tx, missing: ReadonlyMap<string, Names>, ids: Map<string, string>): Promise<void> {
    const { known, madeIn } = tx.memory.recall(kind);
    const names = [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    for (const row of await rows.find(tx, names)) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(rows.keyOf(tx, row), row.id);
      ids.set(rows.keyOf(tx, row), row.id);
    }
    const absent = names.filter((each) => !ids.has(rows.keyOf(tx, each)));
    if (absent.length === 0) return;
    const made = await rows.make(tx, absent);
    const own = madeIn.get(tx) ?? new Map<string, string>();
    madeIn.set(tx, own);
    for (const row of made) own.set(rows.keyOf(tx, row), row.id);
    // Rows that another transaction created meanwhile are committed by now.
    const all = made.length === absent.length ? made : await rows.find(tx, absent);
    for (const row of all) ids.set(rows.keyOf(tx, row), row.id);
  }

  return async (tx, wanted) => {
    const { known, madeIn } = tx.memory.recall(kind);
    const own = madeIn.get(tx);
    const found: (string | undefined)[] = [];
    const missing = new Map<string, Names>();
    const places: { readonly index: number; readonly key: string }[] = [];
    for (const [index, names] of wanted.entries()) {
      const key = rows.keyOf(tx, names);
      const id = known.get(key) ?? own?.get(key);
      found.push(id);
      if (id !== undefined) continue;
      missing.set(key, names);
      places.push({ index, key });
    }
    if (missing.size > 0) {
      const ids = new Map<string, string>();
      await complete(tx, missing, ids);
      for (const { index, key } of places) found[index] = ids.get(key);
    }
    invariant(isComplete(found), "each name has a row");
    return found;
  };
}

function isComplete(ids: (string | undefined)[]): ids is string[] {
  return !ids.includes(undefined);
}
