import type { Database, PeopleDatabase } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import { type Auth, makeAuth } from "./better-auth.ts";
import { resignCookies, type SignInSecret } from "./sign-in-secrets.ts";
import { writeResetLetter } from "./write-letter.ts";

/** Where people sign in. A server without it takes keys only. */
export interface Identity {
  readonly people: PeopleDatabase;
  /** Where people reach this server, when that is not the address of their requests. */
  readonly publicUrl: string | null;
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
  const onReset = (person: { email: string; name: string }, token: string) =>
    writeResetLetter({ people, clock, ids }, person, token);
  return {
    people,
    publicUrl,
    resignCookies: (header) => resignCookies(header, secrets),
    auth(isSecure) {
      const made = auths.get(isSecure) ?? makeAuth({ people, ids, clock, secrets, isSecure, onReset });
      auths.set(isSecure, made);
      return made;
    },
  };
}
