import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/**
 * The sequence up to which some `events` of them follow on `from`, or `through` when there are fewer: bounds what one statement
 * looks through.
 */
export async function sequenceAfter(tx: Tx, from: bigint, through: bigint, events: number): Promise<bigint> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from usage_event where organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3
     order by sequence offset $4 limit 1`,
    [tx.organizationId, from.toString(), through.toString(), events],
  );
  return row === undefined ? through : BigInt(row.sequence);
}
