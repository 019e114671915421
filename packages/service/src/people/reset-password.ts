import { isAPIError } from "better-auth/api";
import { endBegun, isNewestReset } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import { type IdentityPorts, resetIdentifier } from "../authentication/index.ts";
import { allowGuess, forgetGuess, TooManyGuesses } from "./guessing.ts";
import { noteOwnPlace } from "./known-place.ts";
import type { Visitor } from "./visitor.ts";
import { writeNotice } from "../letters/index.ts";

/** Sends a letter with a token, if there is such a person: the answer does not tell. */
export async function askForReset(
  ports: IdentityPorts,
  visitor: Visitor,
  { email: given }: { email: string },
): Promise<void> {
  const email = given.trim().toLowerCase();
  try {
    await allowGuess(ports, { guessed: "reset", who: email, address: visitor.address });
  } catch (error) {
    // Others asked for so many letters that one more says nothing new: the newest of them is good until it is used.
    if (error instanceof TooManyGuesses && error.isByOthers) return;
    throw error;
  }
  await ports.identity.auth(visitor.isSecure).api.requestPasswordReset({ body: { email } });
}

/**
 * Sets another password by the token of a letter, which is good once, and ends every session, every other letter, and sign-ins that
 * wait for a second factor. The second factor stays.
 */
export async function resetPassword(
  ports: IdentityPorts,
  visitor: Visitor,
  { token, newPassword }: { token: string; newPassword: string },
  requestId: string,
): Promise<void> {
  const guess = await allowGuess(ports, { guessed: "reset", who: null, address: visitor.address });
  const auth = ports.identity.auth(visitor.isSecure);
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(resetIdentifier(token));
  const personId = found !== null && found.expiresAt.getTime() > Date.parse(ports.clock.now()) ? found.value : null;
  if (found !== null && personId !== null && !(await isNewestReset(ports.identity.people, found.id))) {
    throw new DomainError("link_expired", "A newer link was sent: use that one.");
  }
  // Before the password is set, so that of two letters that are used at one time one at most sets it.
  if (found !== null && personId !== null) await endBegun(ports.identity.people, personId, found.id);
  await auth.api.resetPassword({ body: { token, newPassword } }).catch((error: unknown) => {
    if (!isAPIError(error)) throw error;
    throw new DomainError("link_expired", "The link was used already, or its hour is over: ask for another.", [], {
      cause: error,
    });
  });
  await forgetGuess(ports, guess);
  if (personId === null) return;
  await noteOwnPlace(ports, personId, visitor);
  await writeNotice(ports, personId, "password_changed", { address: visitor.address });
  await auditPerson(ports, { personId, action: "person.password_reset", requestId });
}
