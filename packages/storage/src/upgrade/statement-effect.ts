/**
 * The lock modes of tables that a migration takes, weakest first, as PostgreSQL names them. Weaker ones block only other
 * migrations, and are not listed.
 */
export const lockModes = [
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "ACCESS EXCLUSIVE",
] as const;
export type LockMode = (typeof lockModes)[number];

/** What a statement does to the rows of a table, which decides how long it takes. */
export const statementCosts = ["catalog", "scan", "index", "rows", "rewrite"] as const;
export type StatementCost = (typeof statementCosts)[number];

/** What a lock is on. Only the database knows the table of an index, and what foreign keys refer to. */
export type LockTarget =
  | { readonly kind: "relation" | "table of index"; readonly name: string }
  | {
      readonly kind: "referenced by constraint" | "referenced by column";
      readonly table: string;
      readonly name: string;
    };

/** One lock that a statement takes, and what the statement does to that table. */
export interface StatementEffect {
  readonly target: LockTarget;
  readonly mode: LockMode;
  readonly cost: StatementCost;
}

export function onRelation(name: string, mode: LockMode, cost: StatementCost = "catalog"): StatementEffect {
  return { target: { kind: "relation", name: relationName(name) }, mode, cost };
}

/** As in `pg_class`: without quotes and without the schema `public`, which is the default. */
export function relationName(text: string): string {
  return text
    .replaceAll('"', "")
    .toLowerCase()
    .replace(/^public\./, "");
}
