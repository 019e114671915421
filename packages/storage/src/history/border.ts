import type { Tx } from "../database/tx.ts";
import { HistoryAway } from "./history-away.ts";
import type { History } from "./history.ts";

/**
 * Where ClickHouse ends and PostgreSQL begins, for one reading (R-HIST-2): events that began to count by `through` are
 * read from ClickHouse, later ones from PostgreSQL. An event that ClickHouse has may have ended since; PostgreSQL says so.
 */
export interface Border {
  readonly history: History;
  readonly table: string;
  readonly organizationNumber: number;
  /** The watermark. */
  readonly through: string;
  readonly copy: number;
}

interface BorderRow {
  organizationNumber: number;
  throughSequence: string;
  copy: number;
  name: string;
  isolation: string;
}

/**
 * Reads with the border, or with null if everything is read from PostgreSQL. If ClickHouse fails or is repaired during the
 * reading, reads once more from PostgreSQL alone: so `reading` must not have effects outside (R-HIST-4). It must read from
 * PostgreSQL before it reads from ClickHouse, so that no cursor is open then.
 */
export async function acrossBorder<Result>(
  tx: Tx,
  reading: (border: Border | null) => Promise<Result>,
): Promise<Result> {
  const border = await findBorder(tx);
  if (border === null) return reading(null);
  try {
    const result = await reading(border);
    const after = await findBorder(tx);
    if (after?.copy === border.copy) return result;
  } catch (error) {
    if (!(error instanceof HistoryAway)) throw error;
  }
  return reading(null);
}

/** Null if the process has no ClickHouse, or must not use it. */
export async function findBorder(tx: Tx): Promise<Border | null> {
  const { history } = tx;
  if (history === null || history.isAvoided()) return null;
  const [row] = await tx.sql<BorderRow>(
    `select o.number as organization_number, h.through_sequence, h.copy, usage_history_table_name() as name,
       current_setting('transaction_isolation') as isolation
     from usage_history h join organization o on o.id = h.organization_id
     where h.organization_id = $1 and h.through_sequence > 0 and not h.is_distrusted`,
    [tx.organizationId],
    "find-history-border",
  );
  // A reading of one instant cannot notice that the copy is repaired meanwhile.
  if (row === undefined || row.isolation !== "read committed") return null;
  const { organizationNumber, throughSequence: through, copy, name: table } = row;
  return { history, table, organizationNumber, through, copy };
}
