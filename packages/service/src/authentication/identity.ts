import type { Database, PeopleDatabase } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { Secrets } from "../secrets/index.ts";
import type { Auth } from "./better-auth.ts";

/** Where people sign in. A server without it accepts only API keys. */
export interface Identity {
  readonly people: PeopleDatabase;
  /** The public address of this server, if it differs from the address of the requests. */
  readonly publicUrl: string | null;
  /** Whether this server sends mail. If not, links of invitations are shown to the person who invites. */
  readonly sendsMail: boolean;
  /** Seals the tokens of letters that wait to be sent. */
  readonly letterSecrets: Secrets;
  /** The Cookie header, with cookies that an older secret signed signed again with the newest. */
  resignCookies(header: string | undefined): string | undefined;
  /** One instance for each value: over HTTPS, cookies are Secure. */
  auth(isSecure: boolean): Auth;
}

/** What the use cases of people need. */
export interface IdentityPorts {
  readonly identity: Identity;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}
