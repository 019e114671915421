import type { PeopleDatabase } from "./people-database.ts";

/** How often something was guessed at since when. */
export interface GuessCount {
  subject: Buffer;
  count: number;
  since: string;
}

/**
 * Counts one more guess at each subject before anybody looks whether it is right, so that a hundred at one time count as a hundred.
 * A count that began before `forgetBefore` begins again.
 */
export function countGuesses(
  people: PeopleDatabase,
  subjects: readonly Buffer[],
  { now, forgetBefore }: { now: string; forgetBefore: string },
): Promise<GuessCount[]> {
  return people.sql<GuessCount>(
    `insert into guess as g (subject, count, since) select given, 1, $2 from unnest($1::bytea[]) given order by given
     on conflict (subject) do update set
       count = case when g.since < $3 then 1 else g.count + 1 end,
       since = case when g.since < $3 then excluded.since else g.since end
     returning subject, count, since`,
    [subjects, now, forgetBefore],
  );
}

/** It was right: forgets all guesses at `forgotten`, takes this one off `uncounted`, and drops what counts no more anyway. */
export async function forgetGuesses(
  people: PeopleDatabase,
  { forgotten, uncounted }: { forgotten: readonly Buffer[]; uncounted: readonly Buffer[] },
  forgetBefore: string,
): Promise<void> {
  // In the order in which they are counted, so that neither waits for the other.
  const locked = "select subject from guess where subject = any($1::bytea[]) order by subject for no key update";
  await people.sql(`update guess set count = count - 1 where subject in (${locked})`, [uncounted]);
  const old = "select subject from guess where since < $2 for no key update skip locked";
  await people.sql(`delete from guess where subject = any($1::bytea[]) or subject in (${old})`, [
    forgotten,
    forgetBefore,
  ]);
}
