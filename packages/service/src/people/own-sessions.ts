import { endSession, findSessionsOf, type SessionRow } from "@counterfoil/storage";
import { notFound } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import type { OwnRequest } from "./own-sign-in.ts";

/** A session of the current person. */
export interface OwnSession extends Pick<SessionRow, "id" | "ipAddress" | "userAgent" | "createdAt" | "expiresAt"> {
  /** With a precision of one day. */
  lastUsedAt: string;
}

/** Every open session of the person, the newest first, with a mark for the current one. */
export async function listOwnSessions(
  { identity, clock }: IdentityPorts,
  { session }: Pick<OwnRequest, "session">,
): Promise<{ currentSessionId: string; items: OwnSession[] }> {
  const rows = await findSessionsOf(identity.people, session.person.id, clock.now());
  const items = rows.map(({ updatedAt, ...row }) => ({ ...row, lastUsedAt: updatedAt }));
  return { currentSessionId: session.id, items };
}

/** Ends one session of the person immediately. */
export async function endOwnSession(
  ports: IdentityPorts,
  { session: { person }, requestId }: OwnRequest,
  id: string,
): Promise<void> {
  if (!(await endSession(ports.identity.people, person.id, id))) throw notFound("session", id);
  await auditPerson(ports, { personId: person.id, action: "person.session_ended", requestId });
}
