import { invariant } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";

/** A batch of events in progress, with the sequences that it assigns. */
export interface UsageBatch {
  /** The sequence of its first event. The others follow. */
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/**
 * The maximum number of events in a batch. A batch has one more sequence, the last, which is for events that are bound
 * late.
 */
export const MOST_OF_A_BATCH = 65_535;

/** Begins a batch. Until the transaction ends, `current_usage_sequence()` waits for it. */
export async function beginUsageBatch(tx: Tx): Promise<UsageBatch> {
  const [row] = await tx.sql<{ firstSequence: string }>(
    "select start_usage_batch() as first_sequence",
    [],
    "start-usage-batch",
  );
  invariant(row !== undefined, "a function answers one row");
  const firstSequence = Number(row.firstSequence);
  return { firstSequence, lastSequence: firstSequence + MOST_OF_A_BATCH };
}
