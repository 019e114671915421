import type { PeopleDatabase } from "./people-database.ts";

/** The secret of a person's authenticator app, as stored: encrypted. */
export async function findSecondFactorSecret(people: PeopleDatabase, personId: string): Promise<string | undefined> {
  const [row] = await people.sql<{ secret: string }>("select secret from second_factor where person_id = $1", [
    personId,
  ]);
  return row?.secret;
}

/**
 * Uses the code of one step. Returns false if this or a later step was used before. One guarded statement, so that only
 * one of two concurrent requests succeeds.
 */
export async function takeCodeStep(people: PeopleDatabase, personId: string, step: number): Promise<boolean> {
  const taken = await people.sql(
    `update second_factor set last_step = $2 where person_id = $1 and (last_step is null or last_step < $2) returning id`,
    [personId, step],
  );
  return taken.length === 1;
}
