import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/**
 * The sequence of the event that is `events` events after `from`, or `through` if there are fewer. It limits what one
 * statement examines.
 */
export async function sequenceAfter(tx: Tx, from: bigint, through: bigint, events: number): Promise<bigint> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from usage_event where organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3
     order by sequence offset $4 limit 1`,
    [tx.organizationId, from.toString(), through.toString(), events],
  );
  return row === undefined ? through : BigInt(row.sequence);
}
