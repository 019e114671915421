import { namedAccount } from "../accounts/named-account.ts";
import type { MemoryOf } from "../database/memory.ts";
import { Together } from "../database/together.ts";
import type { Tx, WaitingIncrement } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import type { CreditHoldRow } from "./credit-holds.ts";

/** What changes with each call or event of an account, of one instant. */
export interface CreditStanding {
  /** The place of the question. */
  readonly place: number;
  /** As it was asked: an ID or an alias. */
  readonly reference: string;
  readonly accountId: string;
  /** The account's current time: that of its test clock, otherwise the one passed in. */
  readonly now: string;
  /** The server and the snapshot of this reading. */
  readonly snapshot: string;
  /** Whether something of the account has changed since the snapshot that was asked about, besides its totals of usage. */
  readonly isChanged: boolean;
  /** Whether its totals of usage have. */
  readonly isFolded: boolean;
  /** The holds that are open and not expired, in the order in which they were made. */
  readonly holds: readonly OpenHold[];
  /** Whether there are expired holds that are not closed yet. */
  readonly hasExpired: boolean;
  /**
   * The increments of usage that were committed since the snapshot that was asked about and are not folded into the totals yet. All, if the
   * account or its totals have changed, or if the question knows none.
   */
  readonly increments: readonly (readonly WaitingIncrement[])[];
  /** The highest of their sequences. */
  readonly incrementsThrough: string | null;
  /** Whether one of them has a lower sequence than some that the question knows. */
  readonly isBehind: boolean;
}

export type OpenHold = CreditHoldRow;

/** Which account is asked about, and the snapshot in which its facts were read. Null: none are known. */
export interface StandingAsked {
  readonly reference: string;
  readonly snapshot: string | null;
  /** The highest sequence of its increments that are known. Null: none are. */
  readonly seenThrough: string | null;
  /** The current time of accounts without a test clock. */
  readonly now: string;
}

/** For questions outside a transaction. */
export const CREDIT_STANDINGS: MemoryOf<Together<StandingAsked, CreditStanding>> = {
  begin: () =>
    new Together(async (tx, asked) => {
      const standings = await findCreditStandings(tx, asked);
      return new Map(standings.map((standing) => [standing.place, standing]));
    }),
};

/**
 * Which server answers. After a failover, a standby may lack transactions that a snapshot of the former primary contains, and
 * give their numbers to others.
 */
const SERVER = "(select extract(epoch from pg_postmaster_start_time())::text)";

/**
 * The transaction that reads is not in its own snapshot: as soon as others commit, it looks like one that had committed before. So its
 * number follows, and what it writes later counts as new.
 */
const SNAPSHOT = "pg_current_snapshot() || ' ' || coalesce(pg_current_xact_id_if_assigned(), '0')";

/** Whether a transaction has committed since the snapshot `seen`. */
function isNew(transactionId: string): string {
  return `(${transactionId} = seen.reader or not pg_visible_in_snapshot(${transactionId}, seen.snapshot))`;
}

/** The standing of accounts, in one statement for any number. Leaves out accounts that do not exist. */
export async function findCreditStandings(tx: Tx, asked: readonly StandingAsked[]): Promise<CreditStanding[]> {
  const { source, values } = unnested(
    asked.map((one, place) => ({ ...one, place })),
    { place: "integer", reference: "text", snapshot: "text", seenThrough: "bigint", now: "timestamptz" },
  );
  return tx.sql<CreditStanding>(
    `select given.place, given.reference, a.id as account_id, a.now, ${SERVER} || ' ' || ${SNAPSHOT} as snapshot,
       c.is_changed, c.is_folded, h.holds, h.has_expired, i.increments, i.increments_through, i.is_behind
     from ${source}
     cross join lateral (
       select split_part(given.snapshot, ' ', 2)::pg_snapshot as snapshot, split_part(given.snapshot, ' ', 3)::xid8 as reader offset 0
     ) as seen
     cross join lateral (
       select id, coalesce((select c.frozen_time from test_clock c where c.organization_id = $1 and c.id = test_clock_id), given.now) as now
       from account where organization_id = $1 and id = ${namedAccount("given.reference")} limit 1
     ) as a
     cross join lateral (
       select n.*, n.is_changed or n.is_folded or given.seen_through is null as reads_all from (
         select given.snapshot is null or split_part(given.snapshot, ' ', 1) <> ${SERVER} or coalesce(bool_or(not k.of_totals), false) as is_changed,
           coalesce(bool_or(k.of_totals), false) as is_folded
         from account_change k where k.organization_id = $1 and k.account_id in ('', a.id) and k.transaction_id >= pg_snapshot_xmin(seen.snapshot) and ${isNew("k.transaction_id")}
       ) as n
     ) as c
     cross join lateral (
       select coalesce(json_agg(json_build_object('id', h.id, 'accountId', h.account_id, 'uniqueId', h.unique_id,
             'currency', h.currency, 'amount', h.amount::text, 'events', h.events,
             'heldAt', ${isoText("h.held_at")}, 'expiresAt', ${isoText("h.expires_at")}, 'state', h.state,
             'settledAmount', null, 'settledHash', null, 'closedAt', null) order by h.held_at, h.id)
           filter (where h.expires_at > a.now), '[]') as holds,
         coalesce(bool_or(h.expires_at <= a.now), false) as has_expired
       from credit_hold h where h.organization_id = $1 and h.account_id = a.id and h.state = 'open'
     ) as h
     cross join lateral (
       select coalesce(json_agg(totals), '[]') as increments, max(last_sequence)::text as increments_through,
         coalesce(bool_or(not c.reads_all and last_sequence <= given.seen_through), false) as is_behind
       from usage_increment where organization_number = ${ORGANIZATION_NUMBER} and account_id = a.id
         and transaction_id >= case when c.reads_all then '0' else pg_snapshot_xmin(seen.snapshot) end
         and (c.reads_all or ${isNew("transaction_id")})
     ) as i`,
    [tx.organizationId, ...values],
    "find-credit-standings",
  );
}

/** An instant as rows have it, within JSON. */
function isoText(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Deletes notes of changes that are a day old. What a process remembers is at most minutes old, and no transaction takes a day.
 */
export async function deleteOldAccountChanges(tx: Tx): Promise<void> {
  await tx.sql(
    `delete from account_change where organization_id = $1 and noted_at < now() - interval '1 day'
       and transaction_id < pg_snapshot_xmin(pg_current_snapshot())`,
    [tx.organizationId],
    "delete-old-account-changes",
  );
}
