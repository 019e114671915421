import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

/** A price and its metrics as they were when a line was billed. */
export type BilledTerms = Row<"billedTerms">;

/**
 * Writes those that are not stored yet, in a fixed order, so that two transactions that write the same terms cannot
 * deadlock.
 */
export async function insertBilledTerms(tx: Tx, terms: readonly BilledTerms[]): Promise<void> {
  const distinct = [...new Map(terms.map((one) => [one.hash, one])).values()];
  if (distinct.length === 0) return;
  const rows = distinct.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const { columns, source, values } = unnested(rows, { hash: "text", price: "json", metrics: "json" });
  await tx.sql(
    `insert into billed_terms (organization_id, ${columns}) select $1, ${columns} from ${source} on conflict do nothing`,
    [tx.organizationId, ...values],
    "insert-billed-terms",
  );
}

export async function findBilledTerms(tx: Tx, hashes: readonly string[]): Promise<BilledTerms[]> {
  return tx.sql<BilledTerms>(
    "select hash, price, metrics from billed_terms where organization_id = $1 and hash = any($2)",
    [tx.organizationId, hashes],
  );
}
