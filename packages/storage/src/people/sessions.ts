import type { PeopleDatabase } from "./people-database.ts";

/** A session as its person sees it, without its token. */
export interface SessionRow {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

/** The active sessions of a person, newest first. */
export function findSessionsOf(people: PeopleDatabase, personId: string, now: string): Promise<SessionRow[]> {
  return people.sql<SessionRow>(
    `select id, ip_address, user_agent, expires_at, created_at, updated_at from session
     where person_id = $1 and expires_at > $2 order by created_at desc, id desc`,
    [personId, now],
  );
}

/** Ends one session of a person. Returns false if they have no session with this ID. */
export async function endSession(people: PeopleDatabase, personId: string, id: string): Promise<boolean> {
  const ended = await people.sql("delete from session where person_id = $1 and id = $2 returning id", [personId, id]);
  return ended.length > 0;
}
