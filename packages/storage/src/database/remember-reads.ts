import type { Tx } from "./tx.ts";

/**
 * A Tx that asks the database each question once: the same statement with the same values returns the rows that it
 * returned first. So a decision can be repeated on the same facts without further statements. Only for code that reads. It reads
 * from PostgreSQL alone.
 */
export function rememberReads(tx: Tx): Tx {
  const known = new Map<string, Promise<unknown[]>>();
  /** The cursor that is open. Its pages belong to its question. */
  let cursor: { readonly asked: string; page: number } | undefined;

  return readingWith(tx, <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    // A name stands for one text, and is shorter.
    let key = `${name ?? text} ${JSON.stringify(values)}`;
    if (text.startsWith("declare ")) cursor = { asked: key, page: 0 };
    else if (cursor !== undefined) {
      key = JSON.stringify([text, cursor.asked, cursor.page]);
      cursor.page += 1;
      if (text.startsWith("close ")) cursor = undefined;
    }
    const rows = known.get(key) ?? tx.sql<unknown>(text, values, name);
    known.set(key, rows);
    return rows as Promise<Row[]>;
  });
}

/** A Tx whose statements another function answers, from PostgreSQL alone. It cannot write. */
export function readingWith(tx: Tx, sql: Tx["sql"]): Tx {
  return {
    ...tx,
    history: null,
    sql,
    generic: sql,
    async all<Row>(query: Parameters<Tx["all"]>[0]): Promise<Row[]> {
      const { sql: text, parameters } = query.compile();
      return sql<Row>(text, parameters);
    },
    async first<Row>(query: Parameters<Tx["first"]>[0]): Promise<Row | undefined> {
      const { sql: text, parameters } = query.compile();
      return (await sql<Row>(text, parameters))[0];
    },
    send() {
      throw new Error("a Tx that remembers reads must not write");
    },
  };
}
