import { invariant, remembered } from "@counterfoil/engine";
import type { Compilable } from "kysely";
import type { QueryConfig, QueryResult } from "pg";
import { DatabaseAway, isConnectionLoss } from "./database-away.ts";
import type { Memory } from "./memory.ts";
import { isConflict, TransactionConflict } from "./transaction-conflict.ts";

/** A connection that acts for one organization: inside a transaction for writes, statement by statement for reads. */
export interface Tx {
  readonly organizationId: string;
  /** False where every statement is a transaction by itself: cursors and savepoints need a real one. */
  readonly isTransaction: boolean;
  /** What the process remembers about this database. */
  readonly memory: Memory;
  /** All rows of a built query, member names in camelCase. */
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** The first row or undefined. */
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /**
   * SQL written out, with `$1` parameters; member names in camelCase. `name` makes it a prepared statement, for what is
   * asked often and answered at once: outside a transaction it goes over a connection that all requests share (`LookupConnection`).
   */
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /**
   * Sends a statement of a transaction whose answer says nothing, and waits for it with the commit: the transaction fails
   * with it. What is sent last shares one way to the server and back with the commit.
   */
  send(text: string, values: readonly unknown[], name: string): void;
}

/** Runs one statement on whichever connection the Tx stands for. */
export type RunQuery = (query: QueryConfig) => Promise<QueryResult<Record<string, unknown>>>;

export interface TxOptions {
  readonly runQuery: RunQuery;
  readonly organizationId: string;
  readonly memory: Memory;
  /**
   * Of a transaction: hears of the failures of what was sent, and of a conflict. After a conflict every further statement fails
   * with it: a savepoint or a `catch` that takes it for a failure of its own part cannot keep it from the outermost transaction,
   * which runs again as a whole.
   */
  readonly onFailure?: (error: unknown) => void;
  /** Which errors are conflicts. */
  readonly isAgain?: (error: unknown) => boolean;
}

export function createTx({ runQuery, organizationId, memory, onFailure, isAgain = isConflict }: TxOptions): Tx {
  let conflict: TransactionConflict | undefined;

  const run = async <Row>(text: string, values: readonly unknown[], name?: string): Promise<Row[]> => {
    if (conflict !== undefined) throw conflict;
    try {
      const result = await runQuery({ text, values: [...values], ...(name === undefined ? {} : { name }) });
      return result.rows.map((row) => camelCased<Row>(row));
    } catch (error) {
      throw translated(error);
    }
  };

  function translated(error: unknown): unknown {
    if (isConnectionLoss(error)) return new DatabaseAway({ cause: error });
    if (!isAgain(error)) return conflict ?? error;
    const found = new TransactionConflict({ cause: error });
    if (onFailure !== undefined) {
      conflict ??= found;
      onFailure(conflict);
    }
    return found;
  }

  const isTransaction = onFailure !== undefined;

  return {
    organizationId,
    isTransaction,
    memory,
    async all<Row>(query: Compilable<Row>): Promise<Row[]> {
      const { sql, parameters } = query.compile();
      return run<Row>(sql, parameters);
    },
    async first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
      const { sql, parameters } = query.compile();
      return (await run<Row>(sql, parameters))[0];
    },
    async sql<Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
      return run<Row>(text, values, name);
    },
    send(text, values, name) {
      invariant(onFailure !== undefined, "a statement is sent in a transaction, which waits for it");
      run(text, values, name).catch(onFailure);
    },
  };
}

const memberName = remembered((column: string) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);

/** `account_id` → `accountId`, for the columns of a row; what a JSON column holds is left as it is. */
function camelCased<Row>(row: Record<string, unknown>): Row {
  const renamed: Record<string, unknown> = {};
  for (const column in row) {
    renamed[memberName(column)] = row[column];
  }
  return renamed as Row;
}
