import { markReset, type PeopleDatabase } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import { createSecrets } from "../secrets/index.ts";
import {
  type Auth,
  type Identity,
  makeAuth,
  resetIdentifier,
  resignCookies,
  type SignInSecret,
} from "../authentication/index.ts";
import { writeResetLetter } from "../letters/index.ts";

/**
 * @param secrets the newest first: it signs cookies and encrypts second factors, and what older secrets signed or
 * encrypted remains valid. If the secret that was used before is missing, everyone must sign in again and second
 * factors are lost
 */
export function openIdentity(
  people: PeopleDatabase,
  options: {
    clock: Clock;
    ids: Ids;
    secrets: readonly SignInSecret[];
    publicUrl?: string | null;
    sendsMail?: boolean;
  },
): Identity {
  const { clock, ids, secrets, publicUrl = null, sendsMail = true } = options;
  const auths = new Map<boolean, Auth>();
  const letterSecrets = createSecrets(secrets.map(({ value }) => value));
  async function onReset(person: { email: string; name: string }, token: string): Promise<void> {
    const { internalAdapter } = await identity.auth(false).$context;
    const found = await internalAdapter.findVerificationValue(resetIdentifier(token));
    // Called before the letter is sent, so that earlier letters are invalid as soon as the person has this one.
    if (found !== null) await markReset(people, found.id);
    await writeResetLetter({ people, clock, ids, letterSecrets }, person, token);
  }
  const identity: Identity = {
    people,
    publicUrl,
    sendsMail,
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
