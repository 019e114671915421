import { invariant, type Measurement, type ModelCatalog, remembered } from "@counterfoil/engine";
import type { Compilable } from "kysely";
import type { QueryConfig, QueryResult } from "pg";
import { BUILT_IN_CATALOG } from "../costs/built-in-catalog.ts";
import { awayFor } from "./database-away.ts";
import type { History } from "../history/history.ts";
import type { Memory } from "./memory.ts";
import { isConflict, TransactionConflict } from "./transaction-conflict.ts";

/** A connection that acts for one organization: in a transaction for writes, statement by statement for reads. */
export interface Tx {
  readonly organizationId: string;
  /** False if every statement is its own transaction. Cursors and savepoints need a real transaction. */
  readonly isTransaction: boolean;
  /** What the process remembers about this database. */
  readonly memory: Memory;
  /** Where old events may be read (R-HIST-2); null to read everything from PostgreSQL. */
  readonly history: History | null;
  /**
   * Usage of these accounts that is not in the totals yet, as remembered totals leave it out. Null: every reading asks for
   * it (`Facts`).
   */
  readonly waiting: WaitingUsage | null;
  /** The catalog of model prices: the built-in one, or that of the operator (R-AI-1). */
  readonly modelCatalog: () => ModelCatalog;
  /** All rows of a built query, with member names in camelCase. */
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** The first row or undefined. */
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /**
   * Runs SQL text with `$1` parameters. Member names are in camelCase. `name` makes it a prepared statement, for
   * frequent and fast queries: outside a transaction it uses a connection shared by all requests (`LookupConnection`).
   */
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** The same for a statement whose best plan does not depend on its values. A connection keeps its generic plan. */
  generic<Row = Record<string, unknown>>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Sends a statement of a transaction whose result is not needed. The commit waits for it: if it fails, the
   * transaction fails. Statements sent last share one round trip with the commit.
   */
  send(text: string, values: readonly unknown[], name: string): void;
}

/** Usage that is not in the totals yet. */
export interface WaitingUsage {
  /** By account, added up. */
  readonly increments: ReadonlyMap<string, readonly WaitingIncrement[]>;
  /** What was measured with it, by question. A measurement that was noted is not changed any more. */
  readonly measured: {
    find(question: string): Measurement | undefined;
    note(question: string, measurement: Measurement): void;
  };
}

/** A total in an increment, as `sendIncrements` writes it. Missing members have default values. */
export interface WaitingIncrement {
  readonly generation: string | number;
  readonly groups?: string | null;
  readonly quarter: number;
  readonly method: string;
  readonly stale?: boolean | null;
  readonly events?: number | null;
  readonly skipped?: number | null;
  readonly first?: number | null;
  readonly last?: number | null;
  readonly sequence?: number | null;
  readonly value?: string | null;
}

/** A statement, and whether its best plan does not depend on its values. */
export interface StatementConfig extends QueryConfig {
  readonly isGeneric?: boolean;
}

/** Runs one statement on the connection behind the Tx. */
export type RunQuery = (query: StatementConfig) => Promise<QueryResult<Record<string, unknown>>>;

export interface TxOptions {
  readonly runQuery: RunQuery;
  readonly organizationId: string;
  readonly memory: Memory;
  /** Default: null. */
  readonly history?: History | null;
  /** Default: the built-in catalog. */
  readonly modelCatalog?: ModelCatalog | null;
  /**
   * For transactions: called with the failures of sent statements, and with a conflict. After a conflict every further
   * statement fails with the same conflict. So a savepoint or a `catch` that takes it for an ordinary failure cannot
   * hide it from the outermost transaction, which runs again as a whole.
   */
  readonly onFailure?: (error: unknown) => void;
  /** Which errors are conflicts. */
  readonly isAgain?: (error: unknown) => boolean;
}

export function createTx({
  runQuery,
  organizationId,
  memory,
  history = null,
  modelCatalog = null,
  onFailure,
  isAgain = isConflict,
}: TxOptions): Tx {
  let conflict: TransactionConflict | undefined;

  const run = async <Row>(
    text: string,
    values: readonly unknown[],
    further: Pick<StatementConfig, "name" | "isGeneric"> = {},
  ): Promise<Row[]> => {
    if (conflict !== undefined) throw conflict;
    try {
      const result = await runQuery({ text, values: [...values], ...further });
      return result.rows.map((row) => camelCased<Row>(row));
    } catch (error) {
      throw translated(error);
    }
  };

  function translated(error: unknown): unknown {
    // First, because a statement whose plan is stale counts as lost only where it is not run again.
    if (!isAgain(error)) return awayFor(error) ?? conflict ?? error;
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
    history,
    waiting: null,
    modelCatalog: () => modelCatalog ?? memory.recall(BUILT_IN_CATALOG),
    async all<Row>(query: Compilable<Row>): Promise<Row[]> {
      const { sql, parameters } = query.compile();
      return run<Row>(sql, parameters);
    },
    async first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
      const { sql, parameters } = query.compile();
      return (await run<Row>(sql, parameters))[0];
    },
    async sql<Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
      return run<Row>(text, values, name === undefined ? {} : { name });
    },
    async generic<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
      return run<Row>(text, values, { isGeneric: true });
    },
    send(text, values, name) {
      invariant(onFailure !== undefined, "a statement is sent in a transaction, which waits for it");
      run(text, values, { name }).catch(onFailure);
    },
  };
}

const memberName = remembered((column: string) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);

/** Renames columns such as `account_id` to `accountId`. The content of JSON columns stays as it is. */
function camelCased<Row>(row: Record<string, unknown>): Row {
  const renamed: Record<string, unknown> = {};
  for (const column in row) {
    renamed[memberName(column)] = row[column];
  }
  return renamed as Row;
}
