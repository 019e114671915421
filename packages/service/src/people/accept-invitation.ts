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
 * Accepts an invitation by its token. It creates a new person with the given password, or, if the address already
 * belongs to a person, uses that person and checks their password. It does not sign in.
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
    const detail = `${email} already has a sign-in, and the password is wrong. Enter its password, or reset it first.`;
    throw new DomainError("sign_in_failed", detail);
  }
  await forgetGuess(ports, guess);
  // A person with the letter and the password is the invited one, so the first sign-in from here is not reported as
  // new.
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
