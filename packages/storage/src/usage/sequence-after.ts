import type { Tx } from "../database/tx.ts";
import { historyWindow } from "../history/history-windows.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/**
 * The sequence of the event that is about `events` events after `from`, or `through` if there are fewer. It limits what one
 * statement examines. Events that PostgreSQL no longer has are counted along the blocks in which they were copied.
 */
export async function sequenceAfter(tx: Tx, from: bigint, through: bigint, events: number): Promise<bigint> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from usage_event where organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3
     order by sequence offset $4 limit 1`,
    [tx.organizationId, from.toString(), through.toString(), events],
  );
  const stored = row === undefined ? through : BigInt(row.sequence);
  if (tx.history === null || stored <= from) return stored;
  const window = await historyWindow(tx, { after: from.toString(), through: stored.toString() }, "asc", events);
  return BigInt(window.through);
}
