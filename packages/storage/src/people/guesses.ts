import type { PeopleDatabase } from "./people-database.ts";

/** The number of guesses, and when the first was made. */
export interface GuessCount {
  count: number;
  since: string;
}

/** The maximum number of stored counts. Above it, the oldest are deleted, so that an attacker cannot fill the table. */
export const MOST_GUESS_COUNTS = 100_000;
/** Counts deleted with each new guess. More than one guess can add, so the table shrinks while it is over its limit. */
const REMOVED_AT_ONCE = 20;

/**
 * Counts a guess at a subject before it is checked, so that a hundred concurrent guesses count as a hundred. A count
 * that began before `forgetBefore` starts again.
 */
export async function countGuess(
  people: PeopleDatabase,
  subject: Buffer,
  { now, forgetBefore }: { now: string; forgetBefore: string },
): Promise<GuessCount> {
  const [counted] = await people.sql<GuessCount>(
    `insert into guess as g (subject, count, since) values ($1, 1, $2)
     on conflict (subject) do update set
       count = case when g.since < $3 then 1 else g.count + 1 end,
       since = case when g.since < $3 then excluded.since else g.since end
     returning count, since`,
    [subject, now, forgetBefore],
  );
  if (counted === undefined) throw new Error("a guess was not counted");
  return counted;
}

/** Deletes counts that ended, and the oldest ones above the limit. Never waits for a lock. */
export async function trimGuesses(
  people: PeopleDatabase,
  forgetBefore: string,
  most: number = MOST_GUESS_COUNTS,
): Promise<void> {
  // The inner query scans the index of `since` up to the limit: a few milliseconds in a full table.
  await people.sql(
    `delete from guess where subject in (
       select subject from guess
       where since < $1 or since <= (select since from guess order by since desc offset $2 limit 1)
       order by since limit ${REMOVED_AT_ONCE} for no key update skip locked)`,
    [forgetBefore, most],
  );
}

/** After a correct guess: deletes all counts of `forgotten` and takes this guess off the counts of `uncounted`. */
export async function forgetGuesses(
  people: PeopleDatabase,
  { forgotten, uncounted }: { forgotten: readonly Buffer[]; uncounted: readonly Buffer[] },
): Promise<void> {
  const locked = "select subject from guess where subject = any($1::bytea[]) order by subject for no key update";
  await people.sql(`update guess set count = count - 1 where count > 0 and subject in (${locked})`, [uncounted]);
  await people.sql("delete from guess where subject = any($1::bytea[])", [forgotten]);
}
