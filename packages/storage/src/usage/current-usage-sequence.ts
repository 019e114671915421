import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";

/**
 * A sequence up to which no further event will ever count: with it as `throughSequence` the same question has the same
 * answer for ever. Waits for the batches that are being written just now, some milliseconds.
 */
export async function currentUsageSequence(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ sequence: string }>("select current_usage_sequence() as sequence");
  invariant(row !== undefined, "a function answers one row");
  return row.sequence;
}
