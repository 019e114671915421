import { endInvitation, insertMembership } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { audit } from "../record.ts";
import { allowGuess, forgetGuess } from "./guessing.ts";
import type { Identity } from "../authentication/index.ts";
import { noteOwnPlace } from "./known-place.ts";
import { openInvitation } from "./invitations.ts";
import { findOrMakePerson } from "./make-person.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Accepts an invitation by its token: as a new person with the password given, or, where the address is somebody's already, as them
 * and with their password. Nobody is signed in by it.
 */
export async function acceptInvitation(
  context: Context,
  identity: Identity,
  visitor: Pick<Visitor, "address" | "userAgent">,
  input: { token: string; name: string; password: string },
): Promise<{ email: string }> {
  const { token, name, password } = input;
  const { address } = visitor;
  const { email } = await read(context, (tx) => openInvitation(context, tx, token));
  const ports = { ...context, identity };
  const guess = await allowGuess(ports, { guessed: "password", who: email, address });
  const person = await findOrMakePerson(ports, { email, name, password });
  if (person === undefined) {
    const detail = `${email} signs in already: accept with that password, or set a new one first.`;
    throw new DomainError("sign_in_failed", detail);
  }
  await forgetGuess(ports, guess);
  // Who has the letter and the password is who was meant; the first sign-in from here is nothing new.
  await noteOwnPlace(ports, person.id, visitor);
  await transact({ ...context, actor: { type: "person", id: person.id } }, async (work) => {
    const invitation = await openInvitation(work, work.tx, token, "for no key update");
    const now = work.clock.now();
    await endInvitation(work.tx, invitation.id, "accepted", now);
    const isNew = await insertMembership(work.tx, { personId: person.id, role: invitation.role, now });
    await audit(work, { action: "invitation.accepted", objectId: invitation.id });
    const after = { email, role: invitation.role };
    if (isNew) await audit(work, { action: "person.joined", objectId: person.id, after });
  });
  return { email };
}
