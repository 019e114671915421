import { type Database, markReset, type PeopleDatabase } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import { createSecrets, type Secrets } from "../secrets/secrets.ts";
import { type Auth, makeAuth, resetIdentifier } from "./better-auth.ts";
import { resignCookies, type SignInSecret } from "./sign-in-secrets.ts";
import { writeResetLetter } from "./write-letter.ts";

/** Where people sign in. A server without it takes keys only. */
export interface Identity {
  readonly people: PeopleDatabase;
  /** Where people reach this server, when that is not the address of their requests. */
  readonly publicUrl: string | null;
  /** Seals the tokens of letters that wait to be sent. */
  readonly letterSecrets: Secrets;
  /** The header Cookie with what an older secret signed signed anew. */
  resignCookies(header: string | undefined): string | undefined;
  /** The same twice: over https cookies are Secure. */
  auth(isSecure: boolean): Auth;
}

/** What the use cases of people stand on. */
export interface IdentityPorts {
  readonly identity: Identity;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * @param secrets the newest first: it signs cookies and encrypts second factors, and what the others did holds. Without the one
 *   that they were made with, everybody signs in anew and second factors are lost
 */
export function openIdentity(
  people: PeopleDatabase,
  options: { clock: Clock; ids: Ids; secrets: readonly SignInSecret[]; publicUrl?: string | null },
): Identity {
  const { clock, ids, secrets, publicUrl = null } = options;
  const auths = new Map<boolean, Auth>();
  const letterSecrets = createSecrets(secrets.map(({ value }) => value));
  async function onReset(person: { email: string; name: string }, token: string): Promise<void> {
    const { internalAdapter } = await identity.auth(false).$context;
    const found = await internalAdapter.findVerificationValue(resetIdentifier(token));
    // Before it is sent, so that no earlier letter is good once somebody has this one.
    if (found !== null) await markReset(people, found.id);
    await writeResetLetter({ people, clock, ids, letterSecrets }, person, token);
  }
  const identity: Identity = {
    people,
    publicUrl,
    letterSecrets,
    resignCookies: (header) => resignCookies(header, secrets),
    auth(isSecure) {
      const made = auths.get(isSecure) ?? makeAuth({ people, ids, clock, secrets, isSecure, onReset });
      auths.set(isSecure, made);
      return made;
    },
  };
  return identity;
}
