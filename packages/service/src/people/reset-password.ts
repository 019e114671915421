import { isAPIError } from "better-auth/api";
import { endBegun, isNewestReset } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import { type IdentityPorts, resetIdentifier } from "../authentication/index.ts";
import { allowGuess, forgetGuess, TooManyGuesses } from "./guessing.ts";
import { noteOwnPlace } from "./known-place.ts";
import type { Visitor } from "./visitor.ts";
import { writeNotice } from "../letters/index.ts";

/** Sends a letter with a token if the person exists. The response does not reveal whether they do. */
export async function askForReset(
  ports: IdentityPorts,
  visitor: Visitor,
  { email: given }: { email: string },
): Promise<void> {
  const email = given.trim().toLowerCase();
  try {
    await allowGuess(ports, { guessed: "reset", who: email, address: visitor.address });
  } catch (error) {
    // Other networks requested so many letters that another one is not needed: the newest letter is valid until it is
    // used.
    if (error instanceof TooManyGuesses && error.isByOthers) return;
    throw error;
  }
  await ports.identity.auth(visitor.isSecure).api.requestPasswordReset({ body: { email } });
}

/**
 * Resets the password with the token of a letter, which is valid once. Ends every session, every other letter, and
 * pending sign-ins. The second factor stays.
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
    throw new DomainError("link_expired", "A newer link was sent. Use that one.");
  }
  // Comes before the password is set, so that if two letters are used at the same time, at most one sets it.
  if (found !== null && personId !== null) await endBegun(ports.identity.people, personId, found.id);
  await auth.api.resetPassword({ body: { token, newPassword } }).catch((error: unknown) => {
    if (!isAPIError(error)) throw error;
    throw new DomainError(
      "link_expired",
      "The link was already used or has expired after one hour. Request a new one.",
      [],
      {
        cause: error,
      },
    );
  });
  await forgetGuess(ports, guess);
  if (personId === null) return;
  await noteOwnPlace(ports, personId, visitor);
  await writeNotice(ports, personId, "password_changed", { address: visitor.address });
  await auditPerson(ports, { personId, action: "person.password_reset", requestId });
}
