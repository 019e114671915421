import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import type { WebhookDeliveryRow } from "./webhook-delivery-row.ts";

export interface DueEndpoint {
  organizationId: string;
  endpointId: string;
}

/** Enabled endpoints to which something is to be sent by `now`. */
export function webhookEndpointsDue(database: Database, now: string): Promise<DueEndpoint[]> {
  return database.unscoped<DueEndpoint>(
    "select organization_id, endpoint_id from webhook_endpoints_due($1)",
    [now],
    "webhook-endpoints-due",
  );
}

export interface ClaimedDeliveries {
  /** Those to send now. */
  readonly taken: WebhookDeliveryRow[];
  /** How many were looked at: 0 when nothing is due. */
  readonly looked: number;
}

/** Rows that one look judges: most of a backlog is put off, a few rows at a time would take for ever. */
const LOOKED_AT = 200;

/**
 * Takes deliveries of one endpoint in hand until `until`: whoever took them is gone if they are pending then, and another may
 * take them up. What has an earlier one of its object before it is not taken but put off: the next in line until that one is
 * tried again, or where that one is in hand or due until `soon`; whatever stands behind it until `far`. When one ends, the next in line
 * is due at once.
 */
export async function claimDeliveries(
  tx: Tx,
  claim: { endpointId: string; now: string; until: string; soon: string; far: string; limit: number },
): Promise<ClaimedDeliveries> {
  const rows = await tx.sql<WebhookDeliveryRow>(
    `with due as materialized (
       select notification_id, object_id, due_at, sequence from webhook_delivery
       where organization_id = $1 and endpoint_id = $2 and status = 'pending' and due_at <= $3
       order by due_at, sequence limit $8 for no key update skip locked
     ), judged as (
       select due.notification_id, ahead.places = 0 as is_first,
         case when ahead.places > 1 then $6::timestamptz when ahead.is_busy then $5::timestamptz else ahead.due_at end as put_off_until,
         row_number() over (partition by ahead.places = 0 order by due.due_at, due.sequence) as place
       from due cross join lateral (
         select count(*) as places, bool_or(d.in_hand or d.due_at <= $3) as is_busy, min(d.due_at) as due_at from (
           select w.in_hand, w.due_at from webhook_delivery w
           where w.organization_id = $1 and w.endpoint_id = $2 and w.object_id = due.object_id and w.status = 'pending'
             and w.sequence < due.sequence
           order by w.sequence limit 2
         ) as d
       ) as ahead
     )
     update webhook_delivery as d set in_hand = judged.is_first,
       attempts = d.attempts + case when judged.is_first then 1 else 0 end,
       tries = case when d.tried_at is null then 0 else d.tries end + case when judged.is_first then 1 else 0 end,
       tried_at = case when judged.is_first then coalesce(d.tried_at, $3) else d.tried_at end,
       due_at = case when judged.is_first then $4 else judged.put_off_until end
     from judged where d.organization_id = $1 and d.endpoint_id = $2 and d.notification_id = judged.notification_id
       and (not judged.is_first or judged.place <= $7)
     returning d.*`,
    [tx.organizationId, claim.endpointId, claim.now, claim.until, claim.soon, claim.far, claim.limit, LOOKED_AT],
    "claim-webhook-deliveries",
  );
  return { taken: rows.filter((row) => row.inHand), looked: rows.length };
}

/** Keeps what is due here instead of sending it, a thousand at a time. Answers how many. */
export async function catchDeliveries(tx: Tx, endpointId: string, now: string): Promise<number> {
  const rows = await tx.sql(
    `update webhook_delivery set status = 'caught', in_hand = false, ended_at = $3
     where organization_id = $1 and endpoint_id = $2 and notification_id in (
       select notification_id from webhook_delivery
       where organization_id = $1 and endpoint_id = $2 and status = 'pending' and due_at <= $3
       order by due_at, sequence limit 1000 for no key update skip locked)
     returning notification_id`,
    [tx.organizationId, endpointId, now],
  );
  return rows.length;
}
