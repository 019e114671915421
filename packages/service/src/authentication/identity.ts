import type { Database, PeopleDatabase } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { Secrets } from "../secrets/index.ts";
import type { Auth } from "./better-auth.ts";

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
