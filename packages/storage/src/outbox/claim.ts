import { claimStatement } from "./claim-statement.ts";
import type { Lease, TurnLease } from "./lease.ts";
import { type OutboxDoor, ownerOf } from "./outbox-door.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** A claimed row. `wasTried`: an earlier attempt began, and its result may be unknown. */
export type Claimed<Row> = Row & { readonly lockedUntil: string; readonly wasTried: boolean };

/** The result of one claim. */
interface Claim<Row> {
  /** The rows to send now, in the order in which they were due. */
  readonly taken: Claimed<Row>[];
  /** How many rows were examined: 0 when nothing is due. */
  readonly looked: number;
}

/**
 * Claims rows that are due and not locked by another worker, and counts an attempt for each. The end of the lease is also the next
 * attempt, so a row whose worker died becomes due again without further action.
 */
export async function claimDue<Row>(
  door: OutboxDoor,
  table: OutboxTable,
  lease: Lease | TurnLease,
): Promise<Claim<Row>> {
  const { text, values } = claimStatement(table, ownerOf(door, table), lease);
  const rows = await door.sql<Claimed<Row> & { isTaken: boolean; place: string }>(text, values, table.statement);
  const taken = rows.filter(({ isTaken }) => isTaken).toSorted((a, b) => Number(a.place) - Number(b.place));
  return { taken, looked: rows.length };
}
