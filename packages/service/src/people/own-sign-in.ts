import { isAPIError } from "better-auth/api";
import { endBegun, endSessions, isTwin, renamePerson as rename } from "@counterfoil/storage";
import { DomainError, refuseFaults } from "../errors/index.ts";
import { auditPerson } from "./audit-person.ts";
import { allowGuess, forgetGuess } from "./guessing.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import type { Person, Session } from "./session.ts";
import { cookiesOf, headersOf, type Visitor, type WithCookies } from "./visitor.ts";
import { writeNotice } from "../letters/index.ts";

/** Somebody who is signed in, and the request with which they do something about it. */
export interface OwnRequest {
  readonly session: Session;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/** Sets another password, ends every other session and every letter for a reset, and goes on with a new session. */
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

/** Changes the name under which a person is shown, in every organization of theirs. */
export async function renamePerson(
  { identity, clock }: IdentityPorts,
  { session: { person } }: OwnRequest,
  name: string,
): Promise<Person> {
  await rename(identity.people, person.id, name, clock.now());
  return { ...person, name };
}

/** Ends every session of the person, this one too. */
export async function signOutEverywhere(ports: IdentityPorts, { session, requestId }: OwnRequest): Promise<void> {
  await endBegun(ports.identity.people, session.person.id);
  await endSessions(ports.identity.people, session.person.id);
  await auditPerson(ports, { personId: session.person.id, action: "person.signed_out_everywhere", requestId });
}

/** What an app needs for its codes, and the recovery codes: shown once. Nothing is asked for before a first code was right. */
export async function beginTwoFactor(
  ports: IdentityPorts,
  request: OwnRequest,
  { password }: { password: string },
): Promise<{ uri: string; recoveryCodes: string[] }> {
  if (request.session.person.twoFactorEnabled) {
    throw new DomainError("state_conflict", "A second factor is set up already: remove it first.");
  }
  const { api } = authOf(ports, request);
  const begun = await withPassword(ports, request, "/password", () =>
    api.enableTwoFactor({ body: { password }, headers: headersOf(request.visitor) }),
  );
  return { uri: begun.totpURI, recoveryCodes: begun.backupCodes };
}

/** From here on a sign-in asks for a code. The session goes on as a new one. */
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
      return refuse("/code", "wrong_code", "The code is wrong, or its time is over.");
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

/** New recovery codes in place of the old ones: shown once. */
export async function renewRecoveryCodes(
  ports: IdentityPorts,
  request: OwnRequest,
  { password }: { password: string },
): Promise<{ recoveryCodes: string[] }> {
  if (!request.session.person.twoFactorEnabled) {
    throw new DomainError("state_conflict", "There is no second factor whose recovery codes could be made anew.");
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

const BESIDE =
  "Another request of yours did the same at the same moment. Look at what it did, then send this one again.";

/** Does what asks for the password once more; whoever took a session over may guess no more often than one who signs in. */
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
    if (isTwin(error)) throw new DomainError("state_conflict", BESIDE, [], { cause: error });
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
