import type { PeopleDatabase } from "./people-database.ts";

/** How often something was guessed at since when. */
export interface GuessCount {
  count: number;
  since: string;
}

/** Counts kept at most. Above it the oldest go, so that nobody fills the table. */
export const MOST_GUESS_COUNTS = 100_000;
/** Counts removed with each one that is made: more than one guess makes, so the table shrinks while it is over its bound. */
const REMOVED_AT_ONCE = 20;

/**
 * Counts one more guess at a subject before anybody looks whether it is right, so that a hundred at one time count as a hundred. A
 * count that began before `forgetBefore` begins again.
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

/** Removes counts that ended, and the oldest of those above the bound. Waits for nobody. */
export async function trimGuesses(
  people: PeopleDatabase,
  forgetBefore: string,
  most: number = MOST_GUESS_COUNTS,
): Promise<void> {
  // The inner reading walks the index of `since` as far as the bound: a few milliseconds in a table that is full.
  await people.sql(
    `delete from guess where subject in (
       select subject from guess
       where since < $1 or since <= (select since from guess order by since desc offset $2 limit 1)
       order by since limit ${REMOVED_AT_ONCE} for no key update skip locked)`,
    [forgetBefore, most],
  );
}

/** It was right: forgets all guesses at `forgotten`, and takes this one off `uncounted`. */
export async function forgetGuesses(
  people: PeopleDatabase,
  { forgotten, uncounted }: { forgotten: readonly Buffer[]; uncounted: readonly Buffer[] },
): Promise<void> {
  const locked = "select subject from guess where subject = any($1::bytea[]) order by subject for no key update";
  await people.sql(`update guess set count = count - 1 where count > 0 and subject in (${locked})`, [uncounted]);
  await people.sql("delete from guess where subject = any($1::bytea[])", [forgotten]);
}
