import type { PeopleDatabase } from "./people-database.ts";

/** The secret of a person's app as it is stored: encrypted. */
export async function findSecondFactorSecret(people: PeopleDatabase, personId: string): Promise<string | undefined> {
  const [row] = await people.sql<{ secret: string }>("select secret from second_factor where person_id = $1", [
    personId,
  ]);
  return row?.secret;
}

/** Takes the code of one step: false when it, or one of a later step, was taken before. One guarded statement, so one of two wins. */
export async function takeCodeStep(people: PeopleDatabase, personId: string, step: number): Promise<boolean> {
  const taken = await people.sql(
    `update second_factor set last_step = $2 where person_id = $1 and (last_step is null or last_step < $2) returning id`,
    [personId, step],
  );
  return taken.length === 1;
}
