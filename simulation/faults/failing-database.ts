import { type Database, DatabaseAway } from "@counterfoil/service";
import type { PeopleDatabase, Tx } from "@counterfoil/storage";
import { failingPeople } from "./failing-people.ts";

/** How the chosen statement fails. The commit is a transaction's last statement. */
export type StatementFault =
  /** The connection is lost before it, and its transaction with it. */
  | "lost_before"
  /** It is done, then the connection is lost: the sender does not know, but a commit counts. */
  | "lost_after"
  /** PostgreSQL rejects it; the connection stays. */
  | "refused";

export const STATEMENT_FAULTS = ["lost_before", "lost_after", "refused"] as const;

/** Errors after which PostgreSQL expects a retry: a deadlock or a serialization failure. */
export const CONFLICT_CODES = ["40P01", "40001"] as const;
type ConflictCode = (typeof CONFLICT_CODES)[number];

/** Which statements conflict: every attempt fails at the next of them until it succeeds. */
export interface Conflicts {
  readonly code: ConflictCode;
  readonly first: number;
  readonly stride: number;
}

/** A database in which one statement fails, counted from when the fault is set, or several, one after the other. */
export interface FailingDatabase {
  readonly database: Database;
  /** The connection for credentials, whose statements count too. */
  people(inner: PeopleDatabase): PeopleDatabase;
  /** Makes transactions conflict until it is reset. */
  conflict(conflicts: Conflicts): void;
  /** Resets it. Returns how many statements failed. */
  endConflicts(): number;
  set(fault: StatementFault, statement: number): void;
  /** Resets the fault. Returns whether it happened. */
  unset(): boolean;
}

const END_CONNECTION = "select pg_terminate_backend(pg_backend_pid())";
const REFUSED = "select 1 / 0";

export function failingDatabase(inner: Database): FailingDatabase {
  let fault: StatementFault | undefined;
  let left = 0;
  let hasFailed = false;
  let conflicts: Conflicts | undefined;
  let conflicted = 0;

  /** The fault, if this statement is the chosen one. */
  function turn(): StatementFault | undefined {
    if (fault === undefined || hasFailed) return undefined;
    left -= 1;
    hasFailed = left <= 0;
    return hasFailed ? fault : undefined;
  }

  const away = () => new DatabaseAway({ cause: new Error("the connection was taken away") });

  /** Runs a statement of a transaction, or its fault. */
  async function run<Result>(tx: Tx, statement: () => Promise<Result>): Promise<Result> {
    const what = turn();
    if (what === undefined) return statement();
    if (what === "refused") {
      await tx.sql(REFUSED);
      throw new Error("the statement was not refused");
    }
    if (what === "lost_after") await statement();
    tx.send(END_CONNECTION, [], "end-connection");
    throw away();
  }

  /** A pipelined statement fails with the commit, as in reality. */
  function send(tx: Tx, statement: () => void): void {
    const what = turn();
    if (what !== "lost_before" && what !== "refused") statement();
    if (what === "refused") tx.send(REFUSED, [], "refused");
    else if (what !== undefined) tx.send(END_CONNECTION, [], "end-connection");
  }

  const raise = (code: ConflictCode) => `do $$ begin raise exception using errcode = '${code}'; end $$`;

  /** The n-th attempt of a transaction, whose statements count down to the conflicting one. */
  function conflicting(tx: Tx, attempt: number, { code, first, stride }: Conflicts): { tx: Tx; atCommit(): void } {
    let before = first + (attempt - 1) * stride;
    const isTurn = () => {
      before -= 1;
      if (before === 0) conflicted += 1;
      return before === 0;
    };
    async function runOr<Result>(statement: () => Promise<Result>): Promise<Result> {
      if (!isTurn()) return statement();
      await tx.sql(raise(code));
      throw new Error("the statement did not conflict");
    }
    const atCommit = () => {
      if (isTurn()) tx.send(raise(code), [], `conflict-${code}`);
    };
    const wrapped: Tx = {
      organizationId: tx.organizationId,
      isTransaction: tx.isTransaction,
      memory: tx.memory,
      history: tx.history,
      waiting: tx.waiting,
      modelCatalog: tx.modelCatalog,
      all: (query) => runOr(() => tx.all(query)),
      first: (query) => runOr(() => tx.first(query)),
      sql: (text, values, name) => runOr(() => tx.sql(text, values, name)),
      generic: (text, values) => runOr(() => tx.generic(text, values)),
      send: (text, values, name) =>
        isTurn() ? tx.send(raise(code), [], `conflict-${code}`) : tx.send(text, values, name),
    };
    return { tx: wrapped, atCommit };
  }

  const failing = (tx: Tx): Tx => ({
    organizationId: tx.organizationId,
    isTransaction: tx.isTransaction,
    memory: tx.memory,
    history: tx.history,
    waiting: tx.waiting,
    modelCatalog: tx.modelCatalog,
    all: (query) => run(tx, () => tx.all(query)),
    first: (query) => run(tx, () => tx.first(query)),
    sql: (text, values, name) => run(tx, () => tx.sql(text, values, name)),
    generic: (text, values) => run(tx, () => tx.generic(text, values)),
    send: (text, values, name) => send(tx, () => tx.send(text, values, name)),
  });

  /** Outside a transaction no important row is written. */
  async function look<Result>(statement: () => Promise<Result>): Promise<Result> {
    const what = turn();
    if (what === "refused") throw new Error("the statement was refused");
    if (what === "lost_before") throw away();
    const result = await statement();
    if (what === "lost_after") throw away();
    return result;
  }

  const reading = (tx: Tx): Tx => ({
    organizationId: tx.organizationId,
    isTransaction: tx.isTransaction,
    memory: tx.memory,
    history: tx.history,
    waiting: tx.waiting,
    modelCatalog: tx.modelCatalog,
    all: (query) => look(() => tx.all(query)),
    first: (query) => look(() => tx.first(query)),
    sql: (text, values, name) => look(() => tx.sql(text, values, name)),
    generic: (text, values) => look(() => tx.generic(text, values)),
    send: (text, values, name) => tx.send(text, values, name),
  });

  return {
    database: {
      ...inner,
      async transaction(organizationId, work) {
        if (conflicts !== undefined) {
          const chosen = conflicts;
          let attempt = 0;
          return inner.transaction(organizationId, async (tx) => {
            attempt += 1;
            const one = conflicting(tx, attempt, chosen);
            const worked = await work(one.tx);
            one.atCommit();
            return worked;
          });
        }
        let atCommit: StatementFault | undefined;
        const result = await inner.transaction(organizationId, async (tx) => {
          const worked = await work(failing(tx));
          atCommit = turn();
          if (atCommit === "refused") tx.send(REFUSED, [], "refused");
          if (atCommit === "lost_before") {
            tx.send(END_CONNECTION, [], "end-connection");
            throw away();
          }
          return worked;
        });
        if (atCommit === "lost_after") throw away();
        return result;
      },
      read: (organizationId, work) => inner.read(organizationId, (tx) => work(reading(tx))),
      unscoped: (text, values, name) => look(() => inner.unscoped(text, values, name)),
    },
    people: (opened) => failingPeople(opened, look),
    conflict(chosen) {
      conflicts = chosen;
      conflicted = 0;
    },
    endConflicts() {
      conflicts = undefined;
      return conflicted;
    },
    set(what, statement) {
      fault = what;
      left = statement;
      hasFailed = false;
    },
    unset() {
      fault = undefined;
      return hasFailed;
    },
  };
}
