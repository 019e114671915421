import type { BillingInterval, FeatureType, Resets } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** The committed state that a check of one feature needs to know about an account. */
export interface EntitlementStanding {
  accountId: string;
  /** The account's current time: that of its test clock, otherwise the one passed in. */
  now: string;
  featureKey: string;
  featureName: string;
  featureType: FeatureType;
  metricId: string | null;
  /** The grants valid at that time, those of the oldest subscription first. */
  grants: StandingGrant[];
  /** The use counted in periods that have not ended. */
  uses: StandingUse[];
  /** The reservations that were requested by ID or by the caller's ID. */
  reservations: EntitlementReservation[];
}

export interface StandingGrant {
  subscriptionId: string;
  value: string;
  resets: Resets;
  startsOn: string;
  anchorOn: string;
  billingInterval: BillingInterval;
  timeZone: string;
  earlierZones: { timeZone: string; through: string }[];
}

export interface StandingUse {
  period: string;
  used: string;
  /** Without expired reservations. */
  reserved: string;
}

export type EntitlementReservation = Row<"entitlementReservation", "expiresAt" | "settledAt">;

/** The state, or only the account if the feature does not exist. */
export type FoundStanding = EntitlementStanding | { readonly accountId: string; readonly featureKey: null };

/** The account, and the current time for accounts without a test clock. */
export interface StandingQuestion {
  /** ID or alias. */
  readonly account: string;
  readonly now: string;
}

/** The reservations to read along, if any. */
export interface AskedReservations {
  readonly id: string | null;
  readonly uniqueId: string | null;
}

// A single statement over the shared connection, because the number of statements determines the cost of a check.
const STANDING = `
  select a.id as account_id, coalesce(c.frozen_time, $3) as now, f.key as feature_key, f.name as feature_name,
    f.type as feature_type, f.metric_id,
    coalesce((select json_agg(json_build_object('subscriptionId', g.subscription_id, 'value', g.value, 'resets', g.resets,
        'startsOn', g.starts_on, 'anchorOn', g.anchor_on, 'billingInterval', g.billing_interval,
        'timeZone', g.time_zone, 'earlierZones', g.earlier_zones) order by g.starts_on, g.subscription_id)
      from entitlement_grant g
      where g.organization_id = $1 and g.account_id = a.id and g.feature_key = f.key
        and g.valid_from <= coalesce(c.frozen_time, $3) and g.valid_until > coalesce(c.frozen_time, $3)), '[]') as grants,
    coalesce((select json_agg(json_build_object('period', u.period, 'used', u.used::text, 'reserved', case
        when u.earliest_expiry > coalesce(c.frozen_time, $3) then u.reserved
        else u.reserved - coalesce((select sum(r.quantity) from entitlement_reservation r
          where r.organization_id = $1 and r.account_id = u.account_id and r.feature_key = u.feature_key
            and r.period = u.period and r.state = 'open' and r.expires_at <= coalesce(c.frozen_time, $3)), 0) end::text))
      from entitlement_use u
      where u.organization_id = $1 and u.account_id = a.id and u.feature_key = f.key
        and u.period_end > coalesce(c.frozen_time, $3)), '[]') as uses`;

const OF_ACCOUNT = `
  from account a
  left join test_clock c on c.organization_id = $1 and c.id = a.test_clock_id`;

const THE_ACCOUNT = `
  where a.organization_id = $1 and a.id = coalesce(
    (select l.account_id from account_alias l where l.organization_id = $1 and l.alias = $2), $2)`;

/** The state of one feature by its key; undefined if the account does not exist. */
export async function findStanding(
  tx: Tx,
  { account, now }: StandingQuestion,
  featureKey: string,
  asked: AskedReservations,
): Promise<FoundStanding | undefined> {
  const values = [tx.organizationId, account, now, featureKey];
  const join = "left join feature f on f.organization_id = $1 and f.key = $4";
  if (asked.id === null && asked.uniqueId === null) {
    const text = `${STANDING}, '[]'::json as reservations ${OF_ACCOUNT} ${join} ${THE_ACCOUNT}`;
    return (await tx.sql<FoundStanding>(text, values, "find-standing"))[0];
  }
  const text = `${STANDING}, coalesce((select json_agg(${RESERVATION}) from entitlement_reservation r
      where r.organization_id = $1 and r.account_id = a.id and r.feature_key = f.key and (r.id = $5 or r.unique_id = $6)),
      '[]') as reservations ${OF_ACCOUNT} ${join} ${THE_ACCOUNT}`;
  const further = [asked.id, asked.uniqueId];
  return (await tx.sql<FoundStanding>(text, [...values, ...further], "find-standing-with-reservations"))[0];
}

const RESERVATION = `json_build_object('id', r.id, 'accountId', r.account_id, 'featureKey', r.feature_key,
  'period', r.period, 'uniqueId', r.unique_id, 'quantity', r.quantity::text, 'state', r.state,
  'settledQuantity', r.settled_quantity::text)`;

/** The state of every feature that the account is currently granted, by key. */
export async function findStandings(tx: Tx, { account, now }: StandingQuestion): Promise<EntitlementStanding[]> {
  return tx.sql<EntitlementStanding>(
    `${STANDING}, '[]'::json as reservations ${OF_ACCOUNT}
     join feature f on f.organization_id = $1 and exists (select from entitlement_grant h
       where h.organization_id = $1 and h.account_id = a.id and h.feature_key = f.key
         and h.valid_from <= coalesce(c.frozen_time, $3) and h.valid_until > coalesce(c.frozen_time, $3))
     ${THE_ACCOUNT} order by f.key`,
    [tx.organizationId, account, now],
    "find-standings",
  );
}
