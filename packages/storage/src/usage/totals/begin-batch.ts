import { invariant } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";

/** A batch of events under way: the sequences that it gives, and the lane of the totals that it alone writes to. */
export interface UsageBatch {
  /** Its events have this sequence and those after it. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly lane: number;
}

/** Most events of one batch. It has one sequence more, the last, which is given to events that are bound late. */
export const MOST_OF_A_BATCH = 65_535;

/** Begins a batch; until the transaction ends, `current_usage_sequence()` waits for it. */
export async function beginUsageBatch(tx: Tx): Promise<UsageBatch> {
  const [row] = await tx.sql<{ firstSequence: string; lane: number }>(
    "select first_sequence, lane from begin_usage_batch()",
    [],
    "begin-usage-batch",
  );
  invariant(row !== undefined, "a function answers one row");
  const firstSequence = Number(row.firstSequence);
  return { firstSequence, lastSequence: firstSequence + MOST_OF_A_BATCH, lane: row.lane };
}
