import type { Database } from "./database.ts";
import type { Tx } from "./tx.ts";

/**
 * The database as seen from inside a running transaction: work in it commits or rolls back with the outer transaction
 * and sees its changes. A nested transaction that fails is rolled back on its own. Nested transactions begun at the
 * same time run one after another, because they share a connection. Only for the organization of the transaction.
 */
export function withinTransaction(database: Database, tx: Tx): Database {
  let last: Promise<unknown> = Promise.resolve();

  function sameOrganization(organizationId: string): void {
    if (organizationId !== tx.organizationId) throw new Error("a transaction belongs to one organization");
  }

  async function part<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    await tx.sql("savepoint part");
    try {
      const result = await work(tx);
      await tx.sql("release savepoint part");
      return result;
    } catch (error) {
      // The connection may be lost. Then the whole transaction is.
      await tx.sql("rollback to savepoint part").catch(() => undefined);
      throw error;
    }
  }

  return {
    async transaction(organizationId, work) {
      sameOrganization(organizationId);
      const turn = last.then(() => part(work));
      last = turn.catch(() => undefined);
      return turn;
    },
    async read(organizationId, work) {
      sameOrganization(organizationId);
      return work(tx);
    },
    unscoped: (text, values, name) => database.unscoped(text, values, name),
    connections: () => database.connections(),
    commits: () => database.commits(),
    close: () => Promise.reject(new Error("a part of the database is not closed by itself")),
  };
}
