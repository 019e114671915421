import { instantText } from "@counterfoil/engine";
import { insertInvitationLetter, insertLetter, type PeopleDatabase } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Clock } from "../clock.ts";
import type { Work } from "../context.ts";
import type { Ids } from "../ids.ts";
import { isSealed, type SecretPlace, type Secrets } from "../secrets/index.ts";
import { RESET_SECONDS } from "../authentication/index.ts";

interface LetterPorts {
  readonly people: PeopleDatabase;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly letterSecrets: Secrets;
}

/** Queues the letter with a link to reset the password. */
export async function writeResetLetter(
  { people, clock, ids, letterSecrets }: LetterPorts,
  { email, name }: { email: string; name: string },
  token: string,
): Promise<void> {
  const now = clock.now();
  const id = ids.next("letter");
  await insertLetter(people, {
    id,
    kind: "password_reset",
    recipient: email,
    recipientName: name,
    organizationName: null,
    token: letterSecrets.seal(token, placeOf(id)),
    attempts: 0,
    nextAttemptAt: now,
    expiresAt: instantText(Temporal.Instant.from(now).add({ seconds: RESET_SECONDS })),
    createdAt: now,
  });
}

/** Queues the invitation letter, in the transaction of the invitation. */
export async function writeInvitationLetter(
  { tx, clock, ids, letterSecrets }: Pick<Work, "tx" | "clock" | "ids"> & { readonly letterSecrets: Secrets },
  {
    email,
    organizationName,
    token,
    expiresAt,
  }: { email: string; organizationName: string; token: string; expiresAt: string },
): Promise<void> {
  const id = ids.next("letter");
  await insertInvitationLetter(tx, {
    id,
    email,
    organizationName,
    token: letterSecrets.seal(token, placeOf(id)),
    createdAt: clock.now(),
    expiresAt,
  });
}

/** The token of a queued letter. Letters of earlier releases store it unencrypted. */
export function openLetterToken(letterSecrets: Secrets, { id, token }: { id: string; token: string }): string {
  return isSealed(token) ? letterSecrets.open(token, placeOf(id)) : token;
}

/** A letter belongs to no organization. */
function placeOf(letterId: string): SecretPlace {
  return { organizationId: "", holder: letterId, name: "letter_token" };
}
