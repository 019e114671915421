import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border, borderValues } from "./border.ts";
import { copiedEvents, endedSinceBorder } from "./copied-events.ts";
import { OF_ORGANIZATION } from "./history-table.ts";
import { beforeBorder, microseconds } from "./history-time.ts";
import type { SequenceWindow } from "./history-windows.ts";

/**
 * Copied events that began or ceased to count in a range, as three lists of the same length, and the values of the border
 * that a statement needs to read the others: those of `inPostgres` and `endedSince`.
 */
export interface CopiedChanges {
  readonly streamIds: readonly string[];
  /** Microseconds since 1970-01-01T00:00:00Z. */
  readonly timestamps: readonly string[];
  /** When they began or ceased to count. */
  readonly sequences: readonly string[];
  readonly border: readonly [string | null, string | null];
}

/** Of events of the same stream and time, the last change. */
const LAST_CHANGES = {
  columns: "stream_id, timestamp, max(sequence)",
  rest: "group by stream_id, timestamp",
};

/**
 * What changed in a range of sequences of the events that a reading takes from ClickHouse. The statement that adds those of
 * PostgreSQL may write.
 *
 * @param lastNeeded events that happened later do not matter; null for all. Asked only if there is a copy
 */
export async function copiedChanges(
  tx: Tx,
  { after, through }: SequenceWindow,
  lastNeeded: () => Promise<string | null> = () => Promise.resolve(null),
): Promise<CopiedChanges> {
  return acrossBorder(
    tx,
    async (border) => {
      const ended = border === null ? [] : await endedSinceBorder(tx, border, after);
      const rows = border === null ? [] : await changesIn(border, { after, through, ended }, await lastNeeded());
      return {
        streamIds: rows.map(([streamId]) => streamId),
        timestamps: rows.map(([, timestamp]) => timestamp),
        sequences: rows.map(([, , sequence]) => sequence),
        border: borderValues(border),
      };
    },
    { reads: "as_configured", after },
  );
}

async function changesIn(
  border: Border,
  { after, through, ended }: SequenceWindow & { readonly ended: readonly string[] },
  until: string | null,
): Promise<[string, string, string][]> {
  const found: [string, string, string][] = [];
  const before = beforeBorder(border);
  const end = until === null || microseconds(until) > before ? before : microseconds(until);
  const began = copiedEvents<[string, string, string]>(border, { after, through, end, ended }, LAST_CHANGES);
  for await (const rows of began) found.push(...rows);
  const ceased = border.history.rows<[string, string, string]>(
    `select stream_id, timestamp, max(ended_sequence) from ${border.table}
     where ${OF_ORGANIZATION} and sign < 0 and ended_sequence > {after:Int64} and ended_sequence <= {through:Int64}
       and timestamp < {end:Int64}
     group by stream_id, timestamp`,
    {
      organization: border.organizationNumber,
      after,
      through: BigInt(through) < BigInt(border.through) ? through : border.through,
      end,
    },
  );
  for await (const rows of ceased) found.push(...rows);
  return found;
}

/** SQL: the changes as rows (stream_id, timestamp, sequence). The parameters are the three lists. */
export function changesSource(streamIds: `$${number}`, timestamps: `$${number}`, sequences: `$${number}`): string {
  return `select stream_id, 'epoch'::timestamptz + micros * interval '1 microsecond' as timestamp, sequence
    from unnest(${streamIds}::bigint[], ${timestamps}::bigint[], ${sequences}::bigint[]) as copied (stream_id, micros, sequence)`;
}
