import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";

/**
 * A sequence up to which no further events will count. With it as `throughSequence`, the same question always has the
 * same answer. Waits some milliseconds for the batches that are currently being written.
 */
export async function currentUsageSequence(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ sequence: string }>("select current_usage_sequence() as sequence");
  invariant(row !== undefined, "a function answers one row");
  return row.sequence;
}
