import type { Properties } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { readProperties } from "../read-properties.ts";
import { hasDroppedMonths } from "../../dropped-months/require-usage.ts";
import { findBorder } from "../../history/border.ts";
import type { EventLimits, EventOfAccount } from "./event-of-account.ts";
import { eventsOfBothStores } from "./events-of-both-stores.ts";

const ROWS_PER_FETCH = 5_000;

interface EventRow {
  at: string;
  sequence: string;
  properties: string;
  hasEnded: boolean;
}

/**
 * One account's events with a name, in no order, a few thousand at a time. Once months were dropped, from both stores.
 *
 * @throws HistoryAway if events of dropped months cannot be read now
 */
export async function* eventsOfAccount(
  tx: Tx,
  of: { readonly accountId: string; readonly eventName: string },
  limits: EventLimits,
): AsyncGenerator<EventOfAccount[]> {
  const border = (await hasDroppedMonths(tx)) ? await findBorder(tx) : null;
  if (border === null) yield* storedEventsOfAccount(tx, of, limits);
  else yield* eventsOfBothStores(tx, border, of, limits);
}

/** The same from PostgreSQL alone. */
async function* storedEventsOfAccount(
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
