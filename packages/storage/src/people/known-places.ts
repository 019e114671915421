import type { PeopleDatabase } from "./people-database.ts";

/** Where a sign-in comes from. */
export interface Place {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly network: string;
  /** The browser's name without its version. */
  readonly device: string;
}

/** The maximum number of places stored for a person. Those seen longest ago are deleted first. */
const MOST_PLACES = 100;

/** Whether the person signed in from this network since `since`. False if there is no such person. */
export async function isKnownNetwork(
  people: PeopleDatabase,
  who: { readonly idOrEmail: string; readonly network: string },
  since: string,
): Promise<boolean> {
  const rows = await people.sql(
    `select from person p join known_place k on k.person_id = p.id
     where (p.id = $1 or p.email = $1) and k.network = sha256(convert_to(p.id || ' ' || $2, 'UTF8')) and k.last_seen_at >= $3 limit 1`,
    [who.idOrEmail, who.network, since],
    "is-known-network",
  );
  return rows.length > 0;
}

/**
 * Records where a person signed in from, and deletes places not seen since `since`. Returns whether the place is new.
 */
export async function notePlace(
  people: PeopleDatabase,
  personId: string,
  { network, device }: Place,
  { now, since }: { now: string; since: string },
): Promise<boolean> {
  await people.sql(
    `delete from known_place where person_id = $1 and last_seen_at < greatest($2,
       (select last_seen_at from known_place where person_id = $1 order by last_seen_at desc offset $3 limit 1))`,
    [personId, since, MOST_PLACES],
  );
  const [noted] = await people.sql<{ isNew: boolean }>(
    `insert into known_place as k (person_id, network, device, last_seen_at)
     values ($1, sha256(convert_to($1::text || ' ' || $2, 'UTF8')), sha256(convert_to($1::text || ' ' || $3, 'UTF8')), $4)
     on conflict (person_id, network, device) do update set last_seen_at = greatest(k.last_seen_at, excluded.last_seen_at)
     returning (xmax = 0) as is_new`,
    [personId, network, device, now],
  );
  return noted?.isNew === true;
}
