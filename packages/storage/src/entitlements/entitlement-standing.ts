import type { BillingInterval, FeatureType, Resets } from "@counterfoil/engine";
import { namedAccount } from "../accounts/named-account.ts";
import type { MemoryOf } from "../database/memory.ts";
import { Together } from "../database/together.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
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
const standing = (now: string) => `
  select a.id as account_id, coalesce(c.frozen_time, ${now}) as now, f.key as feature_key, f.name as feature_name,
    f.type as feature_type, f.metric_id,
    coalesce((select json_agg(json_build_object('subscriptionId', g.subscription_id, 'value', g.value, 'resets', g.resets,
        'startsOn', g.starts_on, 'anchorOn', g.anchor_on, 'billingInterval', g.billing_interval,
        'timeZone', g.time_zone, 'earlierZones', g.earlier_zones) order by g.starts_on, g.subscription_id)
      from entitlement_grant g
      where g.organization_id = $1 and g.account_id = a.id and g.feature_key = f.key
        and g.valid_from <= coalesce(c.frozen_time, ${now}) and g.valid_until > coalesce(c.frozen_time, ${now})), '[]') as grants,
    coalesce((select json_agg(json_build_object('period', u.period, 'used', u.used::text, 'reserved', case
        when u.earliest_expiry > coalesce(c.frozen_time, ${now}) then u.reserved
        else u.reserved - coalesce((select sum(r.quantity) from entitlement_reservation r
          where r.organization_id = $1 and r.account_id = u.account_id and r.feature_key = u.feature_key
            and r.period = u.period and r.state = 'open' and r.expires_at <= coalesce(c.frozen_time, ${now})), 0) end::text))
      from entitlement_use u
      where u.organization_id = $1 and u.account_id = a.id and u.feature_key = f.key
        and u.period_end > coalesce(c.frozen_time, ${now})), '[]') as uses`;

const OF_ACCOUNT = `
  from account a
  left join test_clock c on c.organization_id = $1 and c.id = a.test_clock_id`;

const THE_ACCOUNT = `
  where a.organization_id = $1 and a.id = ${namedAccount("$2::text")}`;

/** Which feature of which account a check asks about, and the reservations to read along. */
export interface FeatureQuestion extends StandingQuestion, AskedReservations {
  readonly featureKey: string;
}

/** The state of one feature by its key; undefined if the account does not exist. Asked together with other requests. */
export function findStanding(tx: Tx, question: FeatureQuestion): Promise<FoundStanding | undefined> {
  return tx.memory.recall(FEATURE_STANDINGS).ask(tx, question);
}

const FEATURE_STANDINGS: MemoryOf<Together<FeatureQuestion, FoundStanding>> = {
  begin: () => new Together(findFeatureStandings),
};

const QUESTION = {
  place: "integer",
  account: "text",
  now: "timestamptz",
  featureKey: "text",
  id: "text",
  uniqueId: "text",
} as const;

const RESERVATION = `json_build_object('id', r.id, 'accountId', r.account_id, 'featureKey', r.feature_key,
  'period', r.period, 'uniqueId', r.unique_id, 'quantity', r.quantity::text, 'state', r.state,
  'settledQuantity', r.settled_quantity::text)`;

async function findFeatureStandings(
  tx: Tx,
  questions: readonly FeatureQuestion[],
): Promise<ReadonlyMap<number, FoundStanding>> {
  const { source, values } = unnested(
    questions.map((question, place) => ({ ...question, place })),
    QUESTION,
  );
  const rows = await tx.sql<FoundStanding & { place: number }>(
    `${standing("given.now")}, case when given.id is null and given.unique_id is null then '[]' else
       coalesce((select json_agg(${RESERVATION}) from entitlement_reservation r
         where r.organization_id = $1 and r.account_id = a.id and r.feature_key = f.key
           and (r.id = given.id or r.unique_id = given.unique_id)), '[]') end as reservations, given.place
     from ${source}
     cross join lateral (
       select id, test_clock_id from account where organization_id = $1 and id = ${namedAccount("given.account")} limit 1
     ) as a
     left join lateral (
       select frozen_time from test_clock where organization_id = $1 and id = a.test_clock_id limit 1) as c on true
     left join lateral (
       select key, name, type, metric_id from feature where organization_id = $1 and key = given.feature_key limit 1) as f on true`,
    [tx.organizationId, ...values],
    "find-feature-standings",
  );
  return new Map(rows.map(({ place, ...found }) => [place, found as FoundStanding]));
}

/** The state of every feature that the account is currently granted, by key. */
export async function findStandings(tx: Tx, { account, now }: StandingQuestion): Promise<EntitlementStanding[]> {
  return tx.sql<EntitlementStanding>(
    `${standing("$3")}, '[]'::json as reservations ${OF_ACCOUNT}
     join feature f on f.organization_id = $1 and exists (select from entitlement_grant h
       where h.organization_id = $1 and h.account_id = a.id and h.feature_key = f.key
         and h.valid_from <= coalesce(c.frozen_time, $3) and h.valid_until > coalesce(c.frozen_time, $3))
     ${THE_ACCOUNT} order by f.key`,
    [tx.organizationId, account, now],
    "find-standings",
  );
}
