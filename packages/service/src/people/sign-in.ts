import { isAPIError } from "better-auth/api";
import { DomainError } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import { allowGuess, forgetGuess } from "./guessing.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { noteOwnPlace } from "./known-place.ts";
import { findPendingSignIn } from "./pending-sign-in.ts";
import { cookiesOf, headersOf, type Visitor, type WithCookies } from "./visitor.ts";
import { browserName, writeNotice } from "../letters/index.ts";

/** The result of a sign-in: the person is signed in, or must show a second factor next. */
export type SignInOutcome = WithCookies<{ readonly status: "signed_in" | "second_factor_required" }>;

/**
 * Signs in with email address and password. It always creates a new session and ends the session of the request's
 * cookie. The response and its duration are the same for a wrong address and a wrong password.
 */
export async function signIn(
  ports: IdentityPorts,
  visitor: Visitor,
  input: { email: string; password: string },
  requestId: string,
): Promise<SignInOutcome> {
  const email = input.email.trim().toLowerCase();
  const guess = await allowGuess(ports, { guessed: "password", who: email, address: visitor.address });
  const auth = ports.identity.auth(visitor.isSecure);
  const { headers, response } = await auth.api
    .signInEmail({ body: { email, password: input.password }, headers: headersOf(visitor), returnHeaders: true })
    .catch(refuseSignIn);
  await forgetGuess(ports, guess);
  await endSessionOf(ports, visitor);
  const cookies = cookiesOf(headers);
  if ("twoFactorRedirect" in response) return { status: "second_factor_required", cookies };
  await noteSignIn(ports, visitor, response.user.id, requestId);
  return { status: "signed_in", cookies };
}

/**
 * The second step of a sign-in: a code of the app, or a recovery code, each of which is valid once. Attempts count for
 * the person whose password was correct, regardless of other cookies.
 */
export async function showSecondFactor(
  ports: IdentityPorts,
  visitor: Visitor,
  input: { code: string } | { recoveryCode: string },
  requestId: string,
): Promise<SignInOutcome> {
  const pending = await findPendingSignIn(ports.identity, visitor);
  const who = pending?.personId ?? null;
  const guess = await allowGuess(ports, { guessed: "second_factor", who, address: visitor.address });
  if (pending === undefined) throw wrongSignIn();
  const { api } = ports.identity.auth(visitor.isSecure);
  const headers = headersOf({ ...visitor, cookie: pending.cookie });
  const isCode = "code" in input;
  const shown = await (
    isCode
      ? api.verifyTOTP({ body: { code: input.code }, headers, returnHeaders: true })
      : api.verifyBackupCode({ body: { code: input.recoveryCode }, headers, returnHeaders: true })
  ).catch(refuseSignIn);
  await forgetGuess(ports, guess);
  const personId = shown.response.user.id;
  if (!isCode) await auditPerson(ports, { personId, action: "person.recovery_code_used", requestId });
  await noteSignIn(ports, visitor, personId, requestId);
  return { status: "signed_in", cookies: cookiesOf(shown.headers) };
}

/** Ends the session of the cookie. Does nothing without one. */
export async function signOut(ports: IdentityPorts, visitor: Visitor): Promise<WithCookies<object>> {
  const { headers } = await ports.identity
    .auth(visitor.isSecure)
    .api.signOut({ headers: headersOf(visitor), returnHeaders: true });
  return { cookies: cookiesOf(headers) };
}

async function endSessionOf(ports: IdentityPorts, visitor: Visitor): Promise<void> {
  if (visitor.cookie !== undefined) await signOut(ports, visitor);
}

async function noteSignIn(ports: IdentityPorts, visitor: Visitor, personId: string, requestId: string): Promise<void> {
  if (await noteOwnPlace(ports, personId, visitor)) {
    const { address, userAgent } = visitor;
    await writeNotice(ports, personId, "new_sign_in", { address, browser: browserName(userAgent) });
  }
  await auditPerson(ports, { personId, action: "person.signed_in", requestId });
}

function refuseSignIn(error: unknown): never {
  if (!isAPIError(error)) throw error;
  throw wrongSignIn(error);
}

/** The same response for all faults, so that it reveals nothing. */
function wrongSignIn(cause?: unknown): DomainError {
  return new DomainError("sign_in_failed", "The email address, the password or the code is wrong.", [], { cause });
}
