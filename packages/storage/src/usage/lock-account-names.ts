import type { Tx } from "../database/tx.ts";

/**
 * Locks names of accounts until the transaction ends, so that no event is missed. A transaction that stores an
 * unmatched event holds its name `shared` from the lookup to the commit. An account that binds its events holds its
 * names exclusively. The second of the two sees what the first one committed (R-EVT-5).
 *
 * The names of an organization share 64 locks, so that a batch with many unknown names cannot fill the server's lock
 * table. They are taken in sorted order and before `lockUsageSequence`, so that no deadlock occurs.
 */
export async function lockAccountNames(tx: Tx, names: readonly string[], mode: "shared" | "alone"): Promise<void> {
  const lock = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await tx.sql(
    `select ${lock}(key) from (
       select distinct hashtextextended('account names ' || $1::text, hashtext(name) & 63) as key
       from unnest($2::text[]) as name order by key
     ) as keys`,
    [tx.organizationId, names],
  );
}
