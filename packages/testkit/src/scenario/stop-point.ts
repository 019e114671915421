import type { Database, Tx } from "@counterfoil/storage";

/** A transaction that is paused at a statement. */
export interface StopPoint {
  /** Resolves when a transaction has reached the statement. The statement is not sent yet. */
  readonly reached: Promise<void>;
  /** Continues the transaction. */
  release(): void;
}

/** A database whose transactions can be paused, so that a test decides which of two comes first. */
export interface StoppableDatabase {
  readonly database: Database;
  /** Pauses the organization's next transaction at the first statement that matches. */
  stopAt(organizationId: string, statement: RegExp): StopPoint;
}

interface Stop {
  readonly organizationId: string;
  readonly statement: RegExp;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

export function stoppableDatabase(inner: Database): StoppableDatabase {
  const stops: Stop[] = [];

  async function pass(tx: Tx, text: string): Promise<void> {
    const place = stops.findIndex((one) => one.organizationId === tx.organizationId && one.statement.test(text));
    if (place < 0) return;
    const [stop] = stops.splice(place, 1);
    stop?.reached.resolve();
    await stop?.released.promise;
  }

  const stoppable = (tx: Tx): Tx => ({
    ...tx,
    async all(query) {
      await pass(tx, query.compile().sql);
      return tx.all(query);
    },
    async first(query) {
      await pass(tx, query.compile().sql);
      return tx.first(query);
    },
    async sql(text, values, name) {
      await pass(tx, text);
      return tx.sql(text, values, name);
    },
  });

  return {
    database: {
      ...inner,
      transaction: (organizationId, work) => inner.transaction(organizationId, (tx) => work(stoppable(tx))),
    },
    stopAt(organizationId, statement) {
      const stop: Stop = {
        organizationId,
        statement,
        reached: Promise.withResolvers(),
        released: Promise.withResolvers(),
      };
      stops.push(stop);
      return { reached: stop.reached.promise, release: () => stop.released.resolve() };
    },
  };
}
