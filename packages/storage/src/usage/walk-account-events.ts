import type { Tx } from "../database/tx.ts";
import type { UsageEventRow } from "./list-usage-events.ts";

/** A place between the events of an account, by time; events at one instant are told apart by their sequence. */
export interface EventPlace {
  readonly timestamp: string;
  readonly sequence: string;
}

export interface AccountEventWalk {
  /** An account, or a name that no account is known by: the events that wait for one (R-EVT-5). */
  readonly of: { readonly accountId: string } | { readonly unknownName: string };
  /** Null for every name. */
  readonly eventName: string | null;
  /** Instants, half-open; null where there is no bound. */
  readonly from: string | null;
  readonly to: string | null;
  readonly order: "asc" | "desc";
  /** Where the last page ended; null for the first. */
  readonly after: EventPlace | null;
  readonly limit: number;
}

/**
 * The next events of an account by time. Each stream is read along the index of metering up to `limit`, and the streams are
 * merged: a page costs the same wherever it is and however many events there are.
 */
export async function walkAccountEvents(tx: Tx, walk: AccountEventWalk): Promise<UsageEventRow[]> {
  const { of, order, after, from, to, limit } = walk;
  const isAfter = order === "desc" ? "<" : ">";
  const start = order === "desc" ? { timestamp: "infinity", sequence: 0 } : { timestamp: "-infinity", sequence: 0 };
  const { timestamp, sequence } = after ?? start;
  const [ofWhom, name] =
    "accountId" in of
      ? ["s.account_id = $2", of.accountId]
      : ["s.account_id is null and s.account_reference = $2", of.unknownName];
  return tx.sql<UsageEventRow>(
    `select e.*, s.account_id, s.account_reference, s.event_name from usage_stream s cross join lateral (
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
