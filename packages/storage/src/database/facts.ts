import type { Measurement } from "@counterfoil/engine";
import type { MemoryOf } from "./memory.ts";
import { readingWith, rememberReads } from "./remember-reads.ts";
import { NO_INCREMENTS, type SeenIncrements } from "../usage/totals/merge-waiting.ts";
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
  /** Whether something was read that is never remembered, such as events. */
  #isBeyond = false;
  /** By the name of the statement. This and the next are shared with the facts from which these began, until something is added. */
  #rows: ReadonlyMap<string, readonly Answered[]>;
  #made: Map<string, unknown>;
  /** What was calculated from the rows. Shared by facts with the same rows. */
  #results: Map<string, unknown>;
  /** Usage that was measured with the waiting usage, by question. A decision finds all that was measured before it. */
  #measured: Map<string, Measurement>;
  /** What depends on more than the rows, so that only this reading may use it. */
  readonly #ownResults = new Map<string, unknown>();
  readonly #ownMeasured = new Map<string, Measurement>();
  #isSealed = false;
  /** Results for these facts together with one more increment, which has this sequence. */
  #next: { readonly through: string; readonly results: ReadonlyMap<string, unknown> } | undefined;

  /** The usage that is not in the totals, in the snapshot in which the facts were found to hold. */
  readonly waiting: SeenIncrements;

  /** @param from facts that hold in the snapshot, to which more are added */
  constructor(snapshot: string, waiting: SeenIncrements, from?: Facts) {
    this.#snapshot = snapshot;
    this.waiting = waiting;
    this.#rows = from === undefined ? new Map() : from.#rows;
    this.#made = from === undefined ? new Map() : from.#made;
    // Rows that were just added may not belong together yet, nor what was calculated from them.
    const sure = from === undefined || from.#isFilled ? undefined : from;
    this.#results = sure === undefined ? new Map() : sure.#results;
    this.#measured = sure === undefined || sure.waiting.rows !== waiting.rows ? new Map() : sure.#measured;
    const next = sure === undefined || sure.waiting.rows + 1 !== waiting.rows ? undefined : sure.#next;
    if (next !== undefined && next.through === waiting.through) {
      for (const [key, result] of next.results) this.noteResult(key, result);
    }
  }

  /** The same without the totals of usage. */
  withoutTotals(): Facts {
    const rest = new Facts(this.#snapshot, this.waiting, this);
    rest.#rows = new Map([...this.#rows].filter(([name]) => name !== TOTALS));
    rest.#results = new Map();
    rest.#measured = new Map();
    return rest;
  }

  /** The same, as if no increments were known. */
  withoutIncrements(): Facts {
    return new Facts(this.#snapshot, NO_INCREMENTS, this);
  }

  /** From now on totals are not read any more: they could contain increments that are waiting here. */
  seal(): void {
    this.#isSealed = true;
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
    if (!this.#isFilled) this.#made = new Map(this.#made);
    this.#isFilled = true;
    this.#results = new Map();
    this.#measured = new Map();
  }

  /** What is made from remembered rows alone, made once. */
  async made<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    if (this.#made.has(key)) return this.#made.get(key) as Value;
    const value = await make();
    this.#fill();
    this.#made.set(key, value);
    return value;
  }

  /**
   * The latest results of calculations. Later readings with the same facts and the same number of increments find them as well, except
   * after a statement that is never remembered: waiting usage only grows as long as the facts hold. `key` contains everything else that a
   * result depends on.
   */
  findResult(key: string): unknown {
    const ofWaiting = this.#ofWaiting(key);
    return this.#results.get(ofWaiting) ?? this.#ownResults.get(ofWaiting);
  }

  #ofWaiting(key: string): string {
    return `${this.waiting.rows} ${key}`;
  }

  noteResult(key: string, value: unknown): void {
    const results = this.#isBeyond ? this.#ownResults : this.#results;
    const [oldest] = results.keys();
    if (results.size === MOST_RESULTS && oldest !== undefined) results.delete(oldest);
    results.set(this.#ofWaiting(key), value);
  }

  /**
   * Notes results of the next reading, if it finds these facts and one increment more, which has this sequence. Other increments make it
   * another reading.
   */
  noteNext(through: string, results: ReadonlyMap<string, unknown>): void {
    if (!this.#isBeyond) this.#next = { through, results };
  }

  /** Measurements of the account. Waiting usage only grows as long as the facts hold, so they are those of a number of rows. */
  #measurements(): WaitingUsage["measured"] {
    return {
      find: (question) => this.#measured.get(question) ?? this.#ownMeasured.get(question),
      note: (question, measurement) =>
        void (this.#isBeyond ? this.#ownMeasured : this.#measured).set(question, measurement),
    };
  }

  /**
   * A Tx that answers from what is remembered, and asks each other question once.
   * @param unknown answers other statements
   */
  tx(tx: Tx, accountId: string, unknown: Tx["sql"]): Tx {
    const others = rememberReads({ ...tx, sql: unknown });
    const ask = async <Row>(text: string, values: readonly unknown[], name: string | undefined): Promise<Row[]> => {
      if (name === undefined || !REMEMBERED.has(name)) {
        this.#isBeyond = true;
        return others.sql<Row>(text, values, name);
      }
      if (name === TOTALS && this.#isSealed) throw new TotalsNotKnown();
      const rows = await others.sql<Row>(text, values, name);
      // A copy of events elsewhere changes all the time, but its beginning is a change. Many rows would take much memory.
      if ((name === "find-history-border" && rows.length > 0) || rows.length > MOST_ROWS) {
        this.#isBeyond = true;
        if (name === TOTALS) throw new TotalsNotKnown();
        return rows;
      }
      this.#fill();
      this.#rows = new Map(this.#rows).set(name, [
        ...(this.#rows.get(name) ?? []),
        { values, rows: Promise.resolve(rows) },
      ]);
      return rows;
    };
    const sql = <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
      const known = name === undefined ? undefined : this.#rows.get(name)?.find((one) => isSame(one.values, values));
      return known === undefined ? ask(text, values, name) : (known.rows as Promise<Row[]>);
    };
    const waiting = { increments: new Map([[accountId, this.waiting.totals]]), measured: this.#measurements() };
    return { ...readingWith(others, sql), isTransaction: true, waiting };
  }
}

/** The only one that reads totals of usage. Their changes are noted as such. */
const TOTALS = "read-folded-totals";

/**
 * The statements whose rows are remembered, by name. A statement belongs here only if every table that it reads notes its
 * changes (triggers `account_change` of the schema), and if it does not depend on the time.
 */
export const REMEMBERED: ReadonlySet<string> = new Set([
  TOTALS,
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
  "find-lines-of-drafts",
  "find-top-ups",
  "find-subscriptions",
  "find-late-usage",
  "find-history-border",
  "find-complete-totallings",
  "find-tax-rates",
  "owed-by-account",
]);

/** Totals that do not belong to the waiting usage. They have to be read together with it. */
export class TotalsNotKnown extends Error {}

/** A statement that was answered. A call asks some twenty, so the promise is kept too. */
interface Answered {
  readonly values: readonly unknown[];
  readonly rows: Promise<unknown[]>;
}

/**
 * Whether two statements have the same values: texts, numbers, and lists of them. Text of all values as a key would take longer, and so
 * would a function for each value.
 */
function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false;
  for (let place = 0; place < some.length; place += 1) {
    const one = some[place];
    const other = others[place];
    if (one !== other && !(Array.isArray(one) && Array.isArray(other) && isSame(one, other))) return false;
  }
  return true;
}

const MOST_IDLE_MILLISECONDS = 600_000;
const MOST_RESULTS = 24;
/** The maximum number of rows of a statement that are remembered. */
const MOST_ROWS = 500;

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
