import { isAPIError } from "better-auth/api";
import { DomainError } from "../errors/domain-error.ts";
import { auditPerson } from "./audit-person.ts";
import { allowGuess } from "./guessing.ts";
import type { IdentityPorts } from "./identity.ts";
import type { Visitor } from "./visitor.ts";

/** Sends a letter with a token, if there is such a person: the answer does not tell. */
export async function askForReset(
  ports: IdentityPorts,
  visitor: Visitor,
  { email: given }: { email: string },
): Promise<void> {
  const email = given.trim().toLowerCase();
  await allowGuess(ports, { guessed: "reset", who: email, address: visitor.address });
  await ports.identity.auth(visitor.isSecure).api.requestPasswordReset({ body: { email } });
}

/** Sets another password by the token of a letter, which is good once, and ends every session. A second factor stays. */
export async function resetPassword(
  ports: IdentityPorts,
  visitor: Visitor,
  { token, newPassword }: { token: string; newPassword: string },
  requestId: string,
): Promise<void> {
  await allowGuess(ports, { guessed: "reset", who: token, address: visitor.address });
  const auth = ports.identity.auth(visitor.isSecure);
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  await auth.api.resetPassword({ body: { token, newPassword } }).catch((error: unknown) => {
    if (!isAPIError(error)) throw error;
    throw new DomainError("link_expired", "The link was used already, or its hour is over: ask for another.", [], {
      cause: error,
    });
  });
  if (found !== null) await auditPerson(ports, found.value, "person.password_reset", requestId);
}
