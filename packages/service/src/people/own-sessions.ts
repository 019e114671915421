import { endSession, findSessionsOf, type SessionRow } from "@counterfoil/storage";
import { notFound } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import type { OwnRequest } from "./own-sign-in.ts";

/** A session of the person who asks. */
export interface OwnSession extends Pick<SessionRow, "id" | "ipAddress" | "userAgent" | "createdAt" | "expiresAt"> {
  /** To the day. */
  lastUsedAt: string;
}

/** Every session of the person that has not ended, the newest first, and which of them asks. */
export async function listOwnSessions(
  { identity, clock }: IdentityPorts,
  { session }: Pick<OwnRequest, "session">,
): Promise<{ currentSessionId: string; items: OwnSession[] }> {
  const rows = await findSessionsOf(identity.people, session.person.id, clock.now());
  const items = rows.map(({ updatedAt, ...row }) => ({ ...row, lastUsedAt: updatedAt }));
  return { currentSessionId: session.id, items };
}

/** Ends one session of the person, at once. */
export async function endOwnSession(
  ports: IdentityPorts,
  { session: { person }, requestId }: OwnRequest,
  id: string,
): Promise<void> {
  if (!(await endSession(ports.identity.people, person.id, id))) throw notFound("session", id);
  await auditPerson(ports, { personId: person.id, action: "person.session_ended", requestId });
}
