import { type Database, DatabaseAway } from "@counterfoil/service";
import type { Tx } from "@counterfoil/storage";

/** Where a process is killed: before a statement of a transaction, or between a commit and the response. */
export type Fuse =
  /** The server cuts the connection before the n-th statement from now, and the transaction is lost. */
  | { readonly at: "statement"; statementsLeft: number }
  /** Everything is committed, but the caller gets no response. */
  | { readonly at: "answer"; transactionsLeft: number };

/** A fuse that can be armed, and reports whether it has blown. */
export interface FusedDatabase {
  readonly database: Database;
  arm(fuse: Fuse): void;
  disarm(): void;
  readonly hasBlown: boolean;
}

/** A database whose process can be killed at a chosen statement. Afterwards every further statement fails too. */
export function withFuse(inner: Database): FusedDatabase {
  let armed: Fuse | undefined;
  let blown = false;

  function away(): DatabaseAway {
    blown = true;
    return new DatabaseAway({ cause: new Error("the simulation killed this process") });
  }

  /** PostgreSQL ends the connection during the transaction. */
  function spend(tx: Tx): void {
    if (blown) throw away();
    if (armed?.at !== "statement") return;
    armed.statementsLeft -= 1;
    if (armed.statementsLeft > 0) return;
    tx.send("select pg_terminate_backend(pg_backend_pid())", [], "end-connection");
    throw away();
  }

  function fused(tx: Tx): Tx {
    return {
      organizationId: tx.organizationId,
      isTransaction: tx.isTransaction,
      memory: tx.memory,
      history: tx.history,
      waiting: tx.waiting,
      modelCatalog: tx.modelCatalog,
      async all(query) {
        spend(tx);
        return tx.all(query);
      },
      async first(query) {
        spend(tx);
        return tx.first(query);
      },
      async sql(text, values, name) {
        spend(tx);
        return tx.sql(text, values, name);
      },
      async generic(text, values) {
        spend(tx);
        return tx.generic(text, values);
      },
      send(text, values, name) {
        spend(tx);
        tx.send(text, values, name);
      },
    };
  }

  return {
    database: {
      ...inner,
      async transaction(organizationId, work) {
        if (blown) throw away();
        const result = await inner.transaction(organizationId, (tx) => work(fused(tx)));
        if (armed?.at === "answer") {
          armed.transactionsLeft -= 1;
          if (armed.transactionsLeft <= 0) throw away();
        }
        return result;
      },
    },
    arm(fuse) {
      armed = fuse;
    },
    disarm() {
      armed = undefined;
    },
    get hasBlown() {
      return blown;
    },
  };
}
