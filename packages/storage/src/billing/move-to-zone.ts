import type { Tx } from "../database/tx.ts";

export interface SubscriptionInZone {
  readonly id: string;
  readonly testClockId: string | null;
  readonly nextBillingOn: string | null;
  readonly nextBillingAt: string | null;
}

/** The subscriptions of one account, locked. With null: those of all accounts without their own time zone. */
export async function lockSubscriptionsInZone(tx: Tx, accountId: string | null): Promise<SubscriptionInZone[]> {
  return tx.sql<SubscriptionInZone>(
    `select s.id, s.test_clock_id, s.next_billing_on, s.next_billing_at from subscription s
     join account a on a.organization_id = s.organization_id and a.id = s.account_id
     where s.organization_id = $1 and ($2::text is not null and a.id = $2 or $2::text is null and a.timezone is null)
     order by s.id for no key update of s`,
    [tx.organizationId, accountId],
  );
}

export interface ZoneMove {
  readonly id: string;
  readonly nextBillingAt: string | null;
  /** The previous time zone, and the last day on which it applied. */
  readonly timeZone: string;
  readonly through: string;
}

/** Moves due times to midnight in the new time zone, and remembers the zone in which days began until now. */
export async function moveToZone(tx: Tx, moves: readonly ZoneMove[], at: string): Promise<void> {
  await tx.sql(
    `update subscription s
     set next_billing_at = m."nextBillingAt", updated_at = $3,
         earlier_zones = s.earlier_zones || jsonb_build_object('timeZone', m."timeZone", 'through', m.through)
     from jsonb_to_recordset($2) as m (id text, "nextBillingAt" timestamptz, "timeZone" text, through text)
     where s.organization_id = $1 and s.id = m.id`,
    [tx.organizationId, JSON.stringify(moves), at],
  );
}
