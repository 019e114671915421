import { invariant } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";

/** A batch of events under way, by the sequences that it gives. */
export interface UsageBatch {
  /** Its events have this sequence and those after it. */
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/** Most events of one batch. It has one sequence more, the last, which is given to events that are bound late. */
export const MOST_OF_A_BATCH = 65_535;

/** Begins a batch; until the transaction ends, `current_usage_sequence()` waits for it. */
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
