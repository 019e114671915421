import { sealAuditEntries } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";

/** Entries under one seal at most: so many are hashed in a few milliseconds. */
const ENTRIES_OF_A_SEAL = 1_000;

/**
 * Seals the entries of the audit log that wait for it (R-AUDIT-1), oldest first, one transaction for each seal. It runs beside the
 * transactions that write entries: to chain each entry to the one before would let one writer at a time into an organization.
 */
export async function sealAudit(context: Context, isStopping: () => boolean = () => false): Promise<void> {
  let sealed: number;
  do {
    sealed = await transact(context, ({ tx, clock }) => sealAuditEntries(tx, clock.now(), ENTRIES_OF_A_SEAL));
  } while (sealed === ENTRIES_OF_A_SEAL && !isStopping());
}
