import type { MemoryOf } from "./memory.ts";
import type { Tx, WaitingUsage } from "./tx.ts";

/**
 * What a process remembers about an account: rows of statements that read only tables with a trigger on `account_change`. They
 * hold as long as all changes of the account are visible in the snapshot in which the first of them was read.
 */
export class Facts {
  #snapshot: string;
  #foundAt = performance.now();
  /** Whether something was read that was not remembered. */
  #isFilled = false;
  readonly #rows: Map<string, unknown[]>;
  readonly #made: Map<string, unknown>;
  /** Shared by facts with the same rows. */
  #latest: { key: string | undefined; value: unknown };

  /** @param from facts that hold in the snapshot, to which more are added */
  constructor(snapshot: string, from?: Facts) {
    this.#snapshot = snapshot;
    this.#rows = new Map(from === undefined ? [] : from.#rows);
    this.#made = new Map(from === undefined ? [] : from.#made);
    // Rows that were just added may not belong together yet, nor what was calculated from them.
    this.#latest = from === undefined || from.#isFilled ? { key: undefined, value: undefined } : from.#latest;
  }

  /**
   * True if rows were added, which may be of a later snapshot. Such facts are shared only
   * after a later reading found that they hold, and needed nothing else.
   */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** The latest snapshot in which they were found to hold. */
  get snapshot(): string {
    return this.#snapshot;
  }

  /** Notes that nothing changed until a later snapshot. */
  holdIn(snapshot: string): void {
    this.#snapshot = snapshot;
    this.#foundAt = performance.now();
  }

  /** Notes of changes are deleted after a day. */
  isOld(): boolean {
    return performance.now() - this.#foundAt > MOST_IDLE_MILLISECONDS;
  }

  #fill(): void {
    this.#isFilled = true;
    this.#latest = { key: undefined, value: undefined };
  }

  /** What is made from remembered rows alone, made once. */
  async made<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    if (this.#made.has(key)) return this.#made.get(key) as Value;
    const value = await make();
    this.#made.set(key, value);
    this.#fill();
    return value;
  }

  /**
   * The latest result of a calculation from remembered rows, while everything else that it depends on is the same: the key.
   */
  async latest<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    if (this.#latest.key === key) return this.#latest.value as Value;
    const value = await make();
    // What `make` added to the rows has replaced it.
    Object.assign(this.#latest, { key, value });
    return value;
  }

  /**
   * A Tx that answers from what is remembered.
   * @param waiting the usage that is not in the totals in the snapshot in which the facts were found to hold
   * @param unknown answers other statements
   */
  tx(tx: Tx, waiting: WaitingUsage, unknown: Tx["sql"]): Tx {
    const sql = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
      const isFact = name !== undefined && REMEMBERED.has(name);
      if (!isFact) return unknown<Row>(text, values, name);
      const key = `${name} ${JSON.stringify(values)}`;
      const known = this.#rows.get(key);
      if (known !== undefined) return known as Row[];
      const rows = await unknown<Row>(text, values, name);
      // A copy of events elsewhere changes all the time, but its beginning is a change.
      if (name === "find-history-border" && rows.length > 0) return rows;
      this.#rows.set(key, rows);
      this.#fill();
      return rows;
    };
    return {
      ...tx,
      isTransaction: true,
      history: null,
      waiting,
      sql,
      async all<Row>(query: Parameters<Tx["all"]>[0]): Promise<Row[]> {
        const { sql: text, parameters } = query.compile();
        return sql<Row>(text, parameters);
      },
      async first<Row>(query: Parameters<Tx["first"]>[0]): Promise<Row | undefined> {
        const { sql: text, parameters } = query.compile();
        return (await sql<Row>(text, parameters))[0];
      },
    };
  }
}

/**
 * The statements whose rows are remembered, by name. A statement belongs here only if every table that it reads notes its
 * changes (migration 0109), and if it does not depend on the time.
 */
export const REMEMBERED: ReadonlySet<string> = new Set([
  "find-account",
  "find-accounts",
  "find-aliases",
  "find-contacts",
  "find-subscriptions-of",
  "get-organization",
  "find-versions",
  "find-pauses",
  "find-prices",
  "find-products",
  "find-metrics",
  "find-grants-after",
  "find-credit-settings",
  "find-active-spend-limits",
  "find-drafts-of",
  "find-late-usage",
  "find-history-border",
  "find-complete-totallings",
  "read-folded-totals",
  "find-tax-rates",
  "owed-by-account",
]);

const MOST_IDLE_MILLISECONDS = 600_000;

/** The maximum number of accounts whose facts a process remembers. One has some 20 kB. */
const MOST_ACCOUNTS = 2_000;

/** Facts by the key of an account. Forgets those that were not used for longest. */
export class FactsOfAccounts {
  readonly #facts = new Map<string, Facts>();

  find(key: string): Facts | undefined {
    const found = this.#facts.get(key);
    if (found === undefined) return undefined;
    this.#facts.delete(key);
    if (found.isOld()) return undefined;
    this.#facts.set(key, found);
    return found;
  }

  /** @param facts that are not added to any more */
  remember(key: string, facts: Facts): void {
    this.#facts.delete(key);
    this.#facts.set(key, facts);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > MOST_ACCOUNTS && oldest !== undefined) this.#facts.delete(oldest);
  }
}

export const FACTS_OF_ACCOUNTS: MemoryOf<FactsOfAccounts> = { begin: () => new FactsOfAccounts() };
