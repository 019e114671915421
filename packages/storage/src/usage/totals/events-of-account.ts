import type { Properties } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { readProperties } from "../read-properties.ts";
import type { TotalledEvent } from "./add-up.ts";
import type { Stretch } from "./bucket.ts";

const ROWS_PER_FETCH = 5_000;

interface EventRow {
  at: string;
  sequence: string;
  properties: string;
}

/** One account's events of a name that count, in no order, a few thousand at a time. */
export async function* eventsOfAccount(
  tx: Tx,
  of: { readonly accountId: string; readonly eventName: string },
  limits: { readonly through?: string; readonly within?: Stretch } = {},
): AsyncGenerator<TotalledEvent[]> {
  const { through = null, within = null } = limits;
  await tx.sql(
    `declare events_of_account no scroll cursor for
     select (extract(epoch from timestamp) * 1000)::bigint as at, sequence, properties::text as properties
     from named_usage_event
     where organization_id = $1 and account_id = $2 and event_name = $3 and voided_sequence is null
       and ($4::bigint is null or sequence <= $4)
       and timestamp >= coalesce($5::timestamptz, '-infinity') and timestamp < coalesce($6::timestamptz, 'infinity')`,
    [
      tx.organizationId,
      of.accountId,
      of.eventName,
      through,
      within && new Date(within.start).toISOString(),
      within && new Date(within.end).toISOString(),
    ],
  );
  for (;;) {
    const rows = await tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from events_of_account`);
    yield rows.map(({ at, sequence, properties }) => ({
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
