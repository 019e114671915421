import type { Database } from "./database.ts";
import type { Tx } from "./tx.ts";

/**
 * The database as seen from inside a running transaction: what is done in it commits or is rolled back with that one, and sees
 * what that one did. A transaction in it is taken back by itself when it fails; of several begun at once each waits for the one
 * before, for they share a connection. Only for the organization of the transaction.
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
      // The connection may be gone; then all of it is.
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
    pooling: () => database.pooling(),
    close: () => Promise.reject(new Error("a part of the database is not closed by itself")),
  };
}
