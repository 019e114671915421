import type { Tx } from "../database/tx.ts";
import { SENT_COST } from "./event-costs.ts";
import { acrossBorder } from "../history/border.ts";
import { walkBothStores } from "../history/walk-both-stores.ts";
import type { UsageEventRow } from "./list-usage-events.ts";

/** A position among the events of an account, by time. The sequence distinguishes events at the same instant. */
export interface EventPlace {
  readonly timestamp: string;
  readonly sequence: string;
}

export interface AccountEventWalk {
  /** An account, or the name of an unknown account, for the unmatched events stored under it (R-EVT-5). */
  readonly of: { readonly accountId: string } | { readonly unknownName: string };
  /** Null for every name. */
  readonly eventName: string | null;
  /** Instants, half-open; null for no limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly order: "asc" | "desc";
  /** Where the last page ended; null for the first. */
  readonly after: EventPlace | null;
  readonly limit: number;
}

/**
 * The next events of an account by time. Reads each stream along its index up to `limit` and merges the streams, so
 * that every page costs the same, regardless of its position and the number of events. Events of an unknown account are
 * only in PostgreSQL.
 */
export async function walkAccountEvents(tx: Tx, walk: AccountEventWalk): Promise<UsageEventRow[]> {
  const { of, order, after, from, to, limit, eventName } = walk;
  if (!("accountId" in of)) return walkStored(tx, walk);
  const asked = {
    accountId: of.accountId,
    eventName,
    start: from,
    end: to,
    order,
    after,
    throughSequence: null,
    limit,
  };
  return acrossBorder(
    tx,
    async (border) => {
      if (border === null) return walkStored(tx, walk);
      const rows = await walkBothStores(tx, border, asked);
      return rows.map(({ properties, ...rest }) => ({
        ...rest,
        properties: JSON.parse(properties) as UsageEventRow["properties"],
      }));
    },
    { from },
  );
}

/** The same from PostgreSQL alone. */
async function walkStored(tx: Tx, walk: AccountEventWalk): Promise<UsageEventRow[]> {
  const { of, order, after, from, to, limit } = walk;
  const isAfter = order === "desc" ? "<" : ">";
  const start = order === "desc" ? { timestamp: "infinity", sequence: 0 } : { timestamp: "-infinity", sequence: 0 };
  const { timestamp, sequence } = after ?? start;
  const [ofWhom, name] =
    "accountId" in of
      ? ["s.account_id = $2", of.accountId]
      : ["s.account_id is null and s.account_reference = $2", of.unknownName];
  return tx.sql<UsageEventRow>(
    `select e.*, s.account_id, s.account_reference, s.event_name, ${SENT_COST} as cost from usage_stream s cross join lateral (
       select * from usage_event
       where stream_id = s.id and voided_sequence is null
         and timestamp >= $4 and timestamp < $5 and (timestamp, sequence) ${isAfter} ($6, $7)
       order by timestamp ${order}, sequence ${order} limit $8
     ) as e
     where s.organization_id = $1 and ${ofWhom} and s.event_name = coalesce($3, s.event_name)
     order by timestamp ${order}, sequence ${order} limit $8`,
    [tx.organizationId, name, walk.eventName, from ?? "-infinity", to ?? "infinity", timestamp, sequence, limit],
  );
}
