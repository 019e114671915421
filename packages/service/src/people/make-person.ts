import { endBegun, endSessions, insertPerson, removeSecondFactor } from "@counterfoil/storage";
import { refuseFaults } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import {
  hashPassword,
  type Identity,
  type IdentityPorts,
  isPassword,
  MAX_PASSWORD,
  MIN_PASSWORD,
} from "../authentication/index.ts";
import { writeNotice } from "../letters/index.ts";

/**
 * The person with this email address, created with the password if there is none. Undefined if the person exists with
 * another password: only the person with the password can become a member this way.
 */
export async function findOrMakePerson(
  { identity, ids, clock }: Pick<IdentityPorts, "identity" | "ids" | "clock">,
  person: { email: string; name: string; password: string },
): Promise<{ id: string; isNew: boolean } | undefined> {
  const { internalAdapter } = await identity.auth(true).$context;
  const email = person.email.toLowerCase();
  if ((await internalAdapter.findUserByEmail(email)) === null) {
    refusePassword(person.password);
    const passwordHash = await hashPassword(person.password);
    const [id, credentialId, now] = [ids.next("person"), ids.next("sign"), clock.now()];
    const isNew = await insertPerson(identity.people, {
      id,
      credentialId,
      email,
      name: person.name,
      passwordHash,
      now,
    });
    if (isNew) return { id, isNew };
    // Another request was faster, so the person exists now.
  }
  const id = await checkPassword(identity, person);
  return id === undefined ? undefined : { id, isNew: false };
}

/** The person with this email address and password; undefined if they do not match. */
export async function checkPassword(
  identity: Identity,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const { internalAdapter } = await identity.auth(true).$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase(), { includeAccounts: true });
  const stored = found?.accounts.find(({ providerId }) => providerId === "credential")?.password ?? "";
  return stored !== "" && (await isPassword({ hash: stored, password })) ? found?.user.id : undefined;
}

/**
 * Sets a person's password through an operator command, and ends their sessions. False if no person has the address.
 */
export async function resetSignIn(
  ports: IdentityPorts,
  email: string,
  { password, removesTwoFactor }: { password: string; removesTwoFactor: boolean },
): Promise<boolean> {
  refusePassword(password);
  const { people } = ports.identity;
  const { internalAdapter } = await ports.identity.auth(true).$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase());
  if (found === null) return false;
  const { id } = found.user;
  await internalAdapter.updatePassword(id, await hashPassword(password));
  if (removesTwoFactor) await removeSecondFactor(people, id);
  await endBegun(people, id);
  await endSessions(people, id);
  const actor = { type: "command", id: "person password" } as const;
  await auditPerson(ports, { personId: id, action: "person.password_reset", requestId: null, actor });
  await writeNotice(ports, id, "password_changed");
  if (!removesTwoFactor) return true;
  await writeNotice(ports, id, "second_factor_removed");
  await auditPerson(ports, { personId: id, action: "person.two_factor_disabled", requestId: null, actor });
  return true;
}

function refusePassword(password: string): void {
  if (password.length >= MIN_PASSWORD && password.length <= MAX_PASSWORD) return;
  const detail = `The password must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`;
  refuseFaults([{ pointer: "/password", code: "password_length", detail }]);
}
