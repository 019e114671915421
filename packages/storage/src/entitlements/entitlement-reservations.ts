import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { EntitlementReservation } from "./entitlement-standing.ts";
import type { EntitlementUse, UseKey } from "./entitlement-uses.ts";

const KEY = { accountId: "text", featureKey: "text", period: "text" } as const;

/** The expired reservations of a period, and when its next reservation expires. */
export interface ExpiredReservations extends UseKey {
  readonly quantity: string;
  readonly earliestExpiry: string | null;
}

/** Closes the expired reservations of these locked periods, each by its account's current time. */
export async function expireReservations(
  tx: Tx,
  keys: readonly (UseKey & { readonly now: string })[],
): Promise<ExpiredReservations[]> {
  const { source, values } = unnested(keys, { ...KEY, now: "timestamptz" });
  return tx.sql<ExpiredReservations>(
    `with expired as (
       update entitlement_reservation r set state = 'expired' from ${source}
       where r.organization_id = $1 and r.account_id = given.account_id and r.feature_key = given.feature_key
         and r.period = given.period and r.state = 'open' and r.expires_at <= given.now
       returning r.account_id, r.feature_key, r.period, r.quantity)
     select given.account_id, given.feature_key, given.period,
       coalesce((select sum(e.quantity) from expired e where e.account_id = given.account_id
         and e.feature_key = given.feature_key and e.period = given.period), 0) as quantity,
       (select min(o.expires_at) from entitlement_reservation o
         where o.organization_id = $1 and o.account_id = given.account_id and o.feature_key = given.feature_key
           and o.period = given.period and o.state = 'open' and o.expires_at > given.now) as earliest_expiry
     from ${source}`,
    [tx.organizationId, ...values],
    "expire-reservations",
  );
}

/** The reservations with these IDs, or with these unique IDs of their callers. Call it after locking their periods. */
export async function findReservations(
  tx: Tx,
  ids: readonly string[],
  made: readonly { readonly accountId: string; readonly featureKey: string; readonly uniqueId: string }[],
): Promise<EntitlementReservation[]> {
  if (ids.length === 0 && made.length === 0) return [];
  const { source, values } = unnested(made, { accountId: "text", featureKey: "text", uniqueId: "text" });
  const columns = "id, account_id, feature_key, period, unique_id, quantity, state, settled_quantity";
  return tx.sql<EntitlementReservation>(
    `select ${columns} from entitlement_reservation where organization_id = $1 and id = any($5)
     union
     select r.id, account_id, feature_key, r.period, unique_id, r.quantity, r.state, r.settled_quantity
     from ${source} join entitlement_reservation r using (account_id, feature_key, unique_id)
     where r.organization_id = $1`,
    [tx.organizationId, ...values, ids],
    "find-reservations",
  );
}

/**
 * Deletes closed reservations with an ID before the given one. Returns how many. Skips rows that other transactions are
 * deleting.
 */
export async function deleteClosedReservations(tx: Tx, beforeId: string, limit: number): Promise<number> {
  const rows = await tx.sql(
    `delete from entitlement_reservation where organization_id = $1 and id in (
       select id from entitlement_reservation where organization_id = $1 and id < $2 and state <> 'open'
       order by id limit $3 for no key update skip locked) returning id`,
    [tx.organizationId, beforeId, limit],
    "delete-closed-reservations",
  );
  return rows.length;
}

/** A new reservation. */
export interface NewReservation extends Pick<
  EntitlementReservation,
  "id" | "accountId" | "featureKey" | "period" | "uniqueId" | "quantity"
> {
  readonly expiresAt: string;
}

/** The real cost of what was reserved. */
export interface Settlement {
  readonly id: string;
  readonly settledQuantity: string;
  readonly settledAt: string;
}

/** Everything that a batch of checks changes. */
export interface EntitlementWrites {
  readonly uses: readonly EntitlementUse[];
  readonly settlements: readonly Settlement[];
  readonly reservations: readonly NewReservation[];
}

/** Writes it in one statement. The periods must be locked. */
export async function writeEntitlementUse(tx: Tx, writes: EntitlementWrites): Promise<void> {
  const uses = unnested(writes.uses, USE);
  const settlements = unnested(writes.settlements, SETTLEMENT);
  const reservations = unnested(writes.reservations, RESERVATION);
  const values = [...uses.values, ...settlements.values, ...reservations.values];
  await tx.sql(
    `with counted as (
       update entitlement_use u set used = given.used, reserved = given.reserved, earliest_expiry = given.earliest_expiry
       from ${uses.source}
       where u.organization_id = $1 and u.account_id = given.account_id and u.feature_key = given.feature_key
         and u.period = given.period),
     settled as (
       update entitlement_reservation r
       set state = 'settled', settled_quantity = given.settled_quantity, settled_at = given.settled_at
       from ${after(settlements.source, uses.values.length)}
       where r.organization_id = $1 and r.id = given.id)
     insert into entitlement_reservation (organization_id, ${reservations.columns}, state)
     select $1, ${reservations.columns}, 'open'
     from ${after(reservations.source, uses.values.length + settlements.values.length)}`,
    [tx.organizationId, ...values],
    "write-entitlement-use",
  );
}

/** Renumbers the parameters of a source so that they follow `count` others. */
function after(source: string, count: number): string {
  return source.replace(/\$(\d+)/g, (_, place: string) => `$${BigInt(place) + BigInt(count)}`);
}

const USE = { ...KEY, used: "numeric", reserved: "numeric", earliestExpiry: "timestamptz" } as const;
const SETTLEMENT = { id: "text", settledQuantity: "numeric", settledAt: "timestamptz" } as const;
const RESERVATION = {
  id: "text",
  ...KEY,
  uniqueId: "text",
  quantity: "numeric",
  expiresAt: "timestamptz",
} as const;
