import type pg from "pg";
import { commit } from "../database/commit.ts";

/** A connection as the pool of `pg` gives it to better-auth: one statement at a time. */
export type PeopleSession = Pick<pg.PoolClient, "release"> & {
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
};

const SETTINGS = "select set_config('search_path', 'identity', true), set_config('TimeZone', 'UTC', true)";
const BEGINS = /^\s*(begin|start transaction)\b/i;
const ENDS = /^\s*(commit|rollback)\s*;?\s*$/i;

/**
 * Behind a pooler, each transaction may get another backend. So every statement runs in a transaction that first sets
 * the schema, unless the caller has begun one.
 */
export function pooledSession(client: pg.PoolClient): PeopleSession {
  let isInTransaction = false;

  /** Without a name: another backend does not have the prepared statement, or has it from another connection. */
  const send = (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    if (typeof statement === "string") return client.query(statement, values);
    const { name: _, ...unnamed } = statement;
    return client.query(unnamed);
  };

  async function alone(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      await client.query("begin");
      await client.query(SETTINGS);
      const result = await send(statement, values);
      await commit(client);
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  }

  return {
    async query(statement, values) {
      const text = typeof statement === "string" ? statement : statement.text;
      if (BEGINS.test(text)) {
        const begun = await client.query(text);
        await client.query(SETTINGS);
        isInTransaction = true;
        return begun;
      }
      if (ENDS.test(text)) isInTransaction = false;
      else if (!isInTransaction) return alone(statement, values);
      return send(statement, values);
    },
    release: (broken) => client.release(broken),
  };
}
