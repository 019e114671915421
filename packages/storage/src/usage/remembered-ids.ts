import { invariant } from "@counterfoil/engine";
import type { MemoryOf } from "../database/memory.ts";
import type { Tx } from "../database/tx.ts";

/** Rows of a table that are made when they are first named, get an id then, and keep it for ever. */
export interface NamedRows<Names> {
  /** Different for different names. */
  keyOf(tx: Tx, names: Names): string;
  /** Those of these that there are. */
  find(tx: Tx, names: readonly Names[]): Promise<readonly (Names & { readonly id: string })[]>;
  /** Makes those that there are not (`on conflict do nothing`), and answers what it made. */
  make(tx: Tx, names: readonly Names[]): Promise<readonly (Names & { readonly id: string })[]>;
}

interface KnownIds {
  readonly known: Map<string, string>;
  /** Those that a transaction made, which may still be rolled back. */
  readonly madeIn: WeakMap<Tx, Map<string, string>>;
}

/** When so many ids are remembered, all are forgotten. */
const MOST_KNOWN = 200_000;

/**
 * Answers the ids of named rows, in the order of the names, and makes the rows that are missing: in the order of their keys, so
 * that two batches with the same ones wait for one another and do not deadlock. The process remembers ids that it found, since
 * those are committed; one that a transaction made is remembered only once another one finds it, for it may be rolled back.
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
    // Those that another transaction made meanwhile are committed by now.
    const all = made.length === absent.length ? made : await rows.find(tx, absent);
    for (const row of all) ids.set(rows.keyOf(tx, row), row.id);
  }

  return async (tx, wanted) => {
    const { known, madeIn } = tx.memory.recall(kind);
    const keys = wanted.map((names) => rows.keyOf(tx, names));
    const ids = new Map<string, string>();
    const missing = new Map<string, Names>();
    const own = madeIn.get(tx);
    for (const [index, names] of wanted.entries()) {
      const key = keys[index] ?? "";
      const id = known.get(key) ?? own?.get(key);
      if (id === undefined) missing.set(key, names);
      else ids.set(key, id);
    }
    if (missing.size > 0) await complete(tx, missing, ids);
    return keys.map((key) => {
      const id = ids.get(key);
      invariant(id !== undefined, "each name has a row");
      return id;
    });
  };
}
