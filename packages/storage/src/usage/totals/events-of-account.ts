import type { Properties } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { readProperties } from "../read-properties.ts";
import type { TotalledEvent } from "./add-up.ts";

const ROWS_PER_FETCH = 5_000;

interface EventRow {
  at: string;
  sequence: string;
  properties: string;
  hasEnded: boolean;
}

/** An event as it was at the sequence up to which events are read: voided or amended by then, or still counting. */
interface EventOfAccount extends TotalledEvent {
  readonly hasEnded: boolean;
}

/** Which events of an account to read. */
interface EventLimits {
  /** Events that began to count by then. Those that ended later still count. */
  readonly through: string;
  /** Milliseconds since 1970-01-01T00:00:00Z, half-open; null for no limit. */
  readonly start?: number | null;
  readonly end?: number | null;
}

/** One account's events with a name, in no order, a few thousand at a time. */
export async function* eventsOfAccount(
  tx: Tx,
  of: { readonly accountId: string; readonly eventName: string },
  { through, start = null, end = null }: EventLimits,
): AsyncGenerator<EventOfAccount[]> {
  await tx.sql(
    `declare events_of_account no scroll cursor for
     select (extract(epoch from timestamp) * 1000)::bigint as at, sequence, properties::text as properties,
       coalesce(voided_sequence <= $4, false) as has_ended
     from named_usage_event
     where organization_id = $1 and account_id = $2 and event_name = $3 and sequence <= $4::bigint
       and timestamp >= coalesce($5::timestamptz, '-infinity') and timestamp < coalesce($6::timestamptz, 'infinity')
       and (select require_usage_since($5))`,
    [
      tx.organizationId,
      of.accountId,
      of.eventName,
      through,
      start === null ? null : new Date(start).toISOString(),
      end === null ? null : new Date(end).toISOString(),
    ],
  );
  for (;;) {
    const rows = await tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from events_of_account`);
    yield rows.map(({ at, sequence, properties, hasEnded }) => ({
      hasEnded,
      accountId: of.accountId,
      at: Number(at),
      sequence: Number(sequence),
      properties: parsed(properties),
    }));
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close events_of_account");
}

const NONE: Properties = {};

function parsed(text: string): Properties {
  return text === "{}" ? NONE : readProperties(text);
}
