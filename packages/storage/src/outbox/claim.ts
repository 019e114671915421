import { claimStatement } from "./claim-statement.ts";
import type { Lease, TurnLease } from "./lease.ts";
import { type OutboxDoor, ownerOf } from "./outbox-door.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** A row that was taken. `wasTried`: an attempt began before this one, and what came of it may not be known. */
export type Claimed<Row> = Row & { readonly lockedUntil: string; readonly wasTried: boolean };

/** What one look came to. */
interface Claim<Row> {
  /** What is to be sent now, in the order in which it was due. */
  readonly taken: Claimed<Row>[];
  /** How many rows were looked at: 0 when nothing is due. */
  readonly looked: number;
}

/**
 * Takes rows that are due and that no other worker has, and counts an attempt of each. The end of the lease is the next attempt as
 * well: when it runs out, the row is due again without anybody's doing.
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
