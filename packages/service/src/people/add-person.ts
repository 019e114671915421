import { insertMembership } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { audit } from "../record.ts";
import type { Identity } from "../authentication/index.ts";
import { findOrMakePerson } from "./make-person.ts";
import type { Role } from "./role.ts";

/** Adds a member through an operator command: the first owner, before anyone exists who could invite. */
export async function addPerson(
  context: Context,
  identity: Identity,
  input: { email: string; name: string; password: string; role: Role },
): Promise<{ id: string }> {
  const person = await findOrMakePerson({ ...context, identity }, input);
  if (person === undefined) {
    throw new DomainError(
      "state_conflict",
      `${input.email} already has a sign-in with a different password. Enter that password.`,
    );
  }
  await transact(context, async (work) => {
    const { email, role } = input;
    const now = work.clock.now();
    if (!(await insertMembership(work.tx, { personId: person.id, role, now }))) return;
    await audit(work, { action: "person.joined", objectId: person.id, after: { email, role } });
  });
  return { id: person.id };
}
