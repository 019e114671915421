import type { Database } from "@counterfoil/storage";

/** The same database, which calls a function with the text and the rows of each statement that a read was answered. */
export function watchReads(database: Database, seen: (text: string, rows: readonly unknown[]) => void): Database {
  return {
    ...database,
    read: (organizationId, work) =>
      database.read(organizationId, (tx) =>
        work({
          ...tx,
          async sql<Row>(text: string, values?: readonly unknown[], name?: string) {
            const rows = await tx.sql<Row>(text, values, name);
            seen(text, rows);
            return rows;
          },
        }),
      ),
  };
}
