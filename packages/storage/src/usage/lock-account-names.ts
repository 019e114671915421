import type { Tx } from "../database/tx.ts";

/**
 * Locks names of accounts until the transaction ends, so that no event slips between: one that is stored as unmatched holds
 * its name `shared` from looking it up to its commit; an account that binds its events holds its names alone. Whichever
 * comes second sees what the first one committed (R-EVT-5).
 *
 * Names share 64 locks for each organization, so that a batch of many unknown names cannot fill the server's lock table.
 * Taken in the order of the locks, and before `lockUsageSequence`, so that nothing deadlocks.
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
