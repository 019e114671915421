import type { Tx } from "../database/tx.ts";
import { SENT_COST } from "../usage/event-costs.ts";
import { acrossBorder } from "../history/border.ts";
import { walkBothStores } from "../history/walk-both-stores.ts";
import type { UsageEventRow } from "../usage/list-usage-events.ts";
import type { EventPlace } from "../usage/walk-account-events.ts";

/** Events of an account as they were at a sequence: what was counted then, regardless of later amendments and voids. */
export interface CountedEventsWalk {
  readonly accountId: string;
  readonly eventName: string;
  /** Instants, half-open. */
  readonly start: string;
  readonly end: string;
  /** Null for all events that arrived. */
  readonly throughSequence: string | null;
  /** The end of the last page; null for the first. */
  readonly after: EventPlace | null;
  readonly limit: number;
}

export interface CountedEventRow extends Omit<UsageEventRow, "properties"> {
  /** JSON text that keeps all digits. */
  properties: string;
}

/** The next events, ordered by time, then by the order in which they began to count. */
export async function walkCountedEvents(tx: Tx, walk: CountedEventsWalk): Promise<CountedEventRow[]> {
  return acrossBorder(
    tx,
    (border) => (border === null ? walkStored(tx, walk) : walkBothStores(tx, border, { ...walk, order: "asc" })),
    { from: walk.start },
  );
}

/** The same from PostgreSQL alone. */
async function walkStored(tx: Tx, walk: CountedEventsWalk): Promise<CountedEventRow[]> {
  const { accountId, eventName, start, end, throughSequence, after, limit } = walk;
  return tx.sql<CountedEventRow>(
    `select e.unique_id, s.account_id, s.account_reference, s.event_name, e.timestamp, e.received_at, e.sequence, ${SENT_COST} as cost,
       e.properties::text as properties
     from usage_stream s cross join lateral (
       select * from usage_event
       where stream_id = s.id and timestamp >= $4 and timestamp < $5
         and sequence <= coalesce($6::bigint, 9223372036854775807)
         and (voided_sequence is null or voided_sequence > coalesce($6::bigint, 9223372036854775807))
         and (timestamp, sequence) > ($7, $8)
       order by timestamp, sequence limit $9
     ) as e
     where s.organization_id = $1 and s.account_id = $2 and s.event_name = $3
     order by e.timestamp, e.sequence limit $9`,
    [
      tx.organizationId,
      accountId,
      eventName,
      start,
      end,
      throughSequence,
      after?.timestamp ?? "-infinity",
      after?.sequence ?? 0,
      limit,
    ],
  );
}
