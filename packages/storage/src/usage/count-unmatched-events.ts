import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border, borderValues, inPostgres } from "../history/border.ts";
import { copiedEvents, endedSinceBorder } from "../history/copied-events.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** Events that do not count yet, and why (R-EVT-5). */
export interface UnmatchedEvents {
  reason: "unknown_account" | "no_metric";
  /** The unknown name of the account, or the event name that no metric measures. */
  name: string;
  count: string;
  firstReceivedAt: string;
  lastReceivedAt: string;
  /** The number of events for all reasons and names, including those not listed. */
  total: string;
}

/**
 * Counts unmatched events by reason and name, the most frequent first. An event of an unknown account counts only for
 * that reason.
 *
 * @param limit the maximum number of reasons and names returned
 */
export async function countUnmatchedEvents(tx: Tx, limit: number): Promise<UnmatchedEvents[]> {
  return acrossBorder(
    tx,
    async (border) => {
      const copied = border === null ? [] : await countCopied(tx, border);
      return tx.sql<UnmatchedEvents>(
        `select reason, name, sum(count) as count, min(first_at) as first_received_at, max(last_at) as last_received_at,
           sum(sum(count)) over () as total
         from (
           select case when s.account_id is null then 'unknown_account' else 'no_metric' end as reason,
             case when s.account_id is null then s.account_reference else s.event_name end as name, kept.*
           from usage_stream s
           join (
             select e.stream_id, 1 as count, e.received_at as first_at, e.received_at as last_at
             from usage_stream s join usage_event e on e.stream_id = s.id
             where s.organization_id = $1 and e.organization_number = ${ORGANIZATION_NUMBER} and e.voided_sequence is null
               and ${IS_UNMATCHED} and (s.account_id is null or ${inPostgres("$3", "$4")})
             union all
             select stream_id, count, 'epoch'::timestamptz + first * interval '1 microsecond',
               'epoch'::timestamptz + last * interval '1 microsecond'
             from jsonb_to_recordset($5) as copied (stream_id bigint, count bigint, first bigint, last bigint)
           ) as kept on kept.stream_id = s.id
           where s.organization_id = $1
         ) as unmatched
         group by reason, name order by sum(count) desc, reason, name limit $2`,
        [tx.organizationId, limit, ...borderValues(border), JSON.stringify(copied)],
      );
    },
    { reads: "as_configured" },
  );
}

/** A stream `s` whose events do not count. */
const IS_UNMATCHED = `(s.account_id is null
  or not exists (select from metric m where m.organization_id = $1 and m.event_name = s.event_name))`;

/** What ClickHouse has of streams that no metric measures. Events of unknown accounts are not copied. */
async function countCopied(tx: Tx, border: Border) {
  const streams = await tx.sql<{ id: string }>(
    `select s.id from usage_stream s where s.organization_id = $1 and s.account_id is not null and ${IS_UNMATCHED}`,
    [tx.organizationId],
  );
  const range = { streamIds: streams.map(({ id }) => id), ended: await endedSinceBorder(tx, border) };
  const counts = {
    columns: "stream_id, count(), min(received_at), max(received_at)",
    rest: "group by stream_id",
  };
  const found: { stream_id: string; count: string; first: string; last: string }[] = [];
  for await (const rows of copiedEvents<[string, string, string, string]>(border, range, counts)) {
    found.push(...rows.map(([stream_id, count, first, last]) => ({ stream_id, count, first, last })));
  }
  return found;
}
