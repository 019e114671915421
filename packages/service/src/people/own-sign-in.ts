import { isAPIError } from "better-auth/api";
import { endBegun, endSessions, isTwin, renamePerson as rename } from "@counterfoil/storage";
import { DomainError, refuseFaults } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import { allowGuess, forgetGuess } from "./guessing.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import type { Person, Session } from "./session.ts";
import { cookiesOf, headersOf, type Visitor, type WithCookies } from "./visitor.ts";
import { writeNotice } from "../letters/index.ts";

/** A signed-in person's request about their own sign-in. */
export interface OwnRequest {
  readonly session: Session;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/** Changes the password, ends all other sessions and reset letters, and continues with a new session. */
export async function changePassword(
  ports: IdentityPorts,
  request: OwnRequest,
  input: { currentPassword: string; newPassword: string },
): Promise<WithCookies<object>> {
  const { api } = authOf(ports, request);
  const { headers } = await withPassword(ports, request, "/currentPassword", () =>
    api.changePassword({
      body: { ...input, revokeOtherSessions: true },
      headers: headersOf(request.visitor),
      returnHeaders: true,
    }),
  );
  await endBegun(ports.identity.people, request.session.person.id);
  const { address } = request.visitor;
  await writeNotice(ports, request.session.person.id, "password_changed", { address });
  await auditPerson(ports, {
    personId: request.session.person.id,
    action: "person.password_changed",
    requestId: request.requestId,
  });
  return { cookies: cookiesOf(headers) };
}

/** Changes a person's display name in all of their organizations. */
export async function renamePerson(
  { identity, clock }: IdentityPorts,
  { session: { person } }: OwnRequest,
  name: string,
): Promise<Person> {
  await rename(identity.people, person.id, name, clock.now());
  return { ...person, name };
}

/** Ends every session of the person, including this one. */
export async function signOutEverywhere(ports: IdentityPorts, { session, requestId }: OwnRequest): Promise<void> {
  await endBegun(ports.identity.people, session.person.id);
  await endSessions(ports.identity.people, session.person.id);
  await auditPerson(ports, { personId: session.person.id, action: "person.signed_out_everywhere", requestId });
}

/**
 * The data for an authenticator app and the recovery codes, which are shown once. Codes are not required until a first
 * code was correct.
 */
export async function beginTwoFactor(
  ports: IdentityPorts,
  request: OwnRequest,
  { password }: { password: string },
): Promise<{ uri: string; recoveryCodes: string[] }> {
  if (request.session.person.twoFactorEnabled) {
    throw new DomainError("state_conflict", "A second factor is already set up. Remove it first.");
  }
  const { api } = authOf(ports, request);
  const begun = await withPassword(ports, request, "/password", () =>
    api.enableTwoFactor({ body: { password }, headers: headersOf(request.visitor) }),
  );
  return { uri: begun.totpURI, recoveryCodes: begun.backupCodes };
}

/** From now on a sign-in requires a code. Continues with a new session. */
export async function confirmTwoFactor(
  ports: IdentityPorts,
  request: OwnRequest,
  { code }: { code: string },
): Promise<WithCookies<object>> {
  const { person } = request.session;
  const guess = await allowGuess(ports, {
    guessed: "second_factor",
    who: person.id,
    address: request.visitor.address,
  });
  const { headers } = await authOf(ports, request)
    .api.verifyTOTP({ body: { code }, headers: headersOf(request.visitor), returnHeaders: true })
    .catch((error: unknown) => {
      if (!isAPIError(error)) throw error;
      return refuse("/code", "wrong_code", "The code is wrong or has expired. Enter the current code.");
    });
  await forgetGuess(ports, guess);
  await auditPerson(ports, { personId: person.id, action: "person.two_factor_enabled", requestId: request.requestId });
  return { cookies: cookiesOf(headers) };
}

export async function removeTwoFactor(
  ports: IdentityPorts,
  request: OwnRequest,
  { password }: { password: string },
): Promise<WithCookies<object>> {
  const { headers } = await withPassword(ports, request, "/password", () =>
    authOf(ports, request).api.disableTwoFactor({
      body: { password },
      headers: headersOf(request.visitor),
      returnHeaders: true,
    }),
  );
  const { address } = request.visitor;
  await writeNotice(ports, request.session.person.id, "second_factor_removed", { address });
  await auditPerson(ports, {
    personId: request.session.person.id,
    action: "person.two_factor_disabled",
    requestId: request.requestId,
  });
  return { cookies: cookiesOf(headers) };
}

/** Replaces the recovery codes. The new ones are shown once. */
export async function renewRecoveryCodes(
  ports: IdentityPorts,
  request: OwnRequest,
  { password }: { password: string },
): Promise<{ recoveryCodes: string[] }> {
  if (!request.session.person.twoFactorEnabled) {
    throw new DomainError("state_conflict", "No second factor is set up. Set one up to get recovery codes.");
  }
  const made = await withPassword(ports, request, "/password", () =>
    authOf(ports, request).api.generateBackupCodes({ body: { password }, headers: headersOf(request.visitor) }),
  );
  await auditPerson(ports, {
    personId: request.session.person.id,
    action: "person.recovery_codes_made",
    requestId: request.requestId,
  });
  return { recoveryCodes: made.backupCodes };
}

function authOf({ identity }: IdentityPorts, { visitor }: OwnRequest) {
  return identity.auth(visitor.isSecure);
}

const CONCURRENT_CHANGE =
  "Another of your requests made the same change at the same time. " +
  "Check its result before you send this request again.";

/**
 * Runs an action that requires the password again. A stolen session allows no more password attempts than a sign-in.
 */
async function withPassword<Result>(
  ports: IdentityPorts,
  { session, visitor }: OwnRequest,
  pointer: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const guess = await allowGuess(ports, {
    guessed: "password",
    who: session.person.email,
    address: visitor.address,
  });
  const result = await work().catch((error: unknown) => {
    if (isTwin(error)) throw new DomainError("state_conflict", CONCURRENT_CHANGE, [], { cause: error });
    if (!isAPIError(error)) throw error;
    return refuse(pointer, "wrong_password", "The password is wrong.");
  });
  await forgetGuess(ports, guess);
  return result;
}

function refuse(pointer: string, code: string, detail: string): never {
  refuseFaults([{ pointer, code, detail }]);
  throw new Error("a fault is refused");
}
