import { sealAuditEntries } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";

/** The most entries under one seal. They are hashed in a few milliseconds. */
const ENTRIES_OF_A_SEAL = 1_000;

/**
 * Seals the unsealed entries of the audit log (R-AUDIT-1), oldest first, one transaction for each seal. It runs
 * separately from the transactions that write entries: if each entry were chained to the one before, only one writer at
 * a time could work in an organization.
 */
export async function sealAudit(context: Context, isStopping: () => boolean = () => false): Promise<void> {
  let sealed: number;
  do {
    sealed = await transact(context, ({ tx, clock }) => sealAuditEntries(tx, clock.now(), ENTRIES_OF_A_SEAL));
  } while (sealed === ENTRIES_OF_A_SEAL && !isStopping());
}
