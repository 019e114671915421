import { instantText } from "@counterfoil/engine";
import { insertLetter, type PeopleDatabase } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import { RESET_SECONDS } from "./better-auth.ts";

interface LetterPorts {
  readonly people: PeopleDatabase;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Lines up the letter by which a password is set anew. */
export async function writeResetLetter(
  { people, clock, ids }: LetterPorts,
  { email, name }: { email: string; name: string },
  token: string,
): Promise<void> {
  const now = clock.now();
  await insertLetter(people, {
    id: ids.next("letter"),
    kind: "password_reset",
    recipient: email,
    recipientName: name,
    organizationName: null,
    token,
    attempts: 0,
    dueAt: now,
    expiresAt: instantText(Temporal.Instant.from(now).add({ seconds: RESET_SECONDS })),
    createdAt: now,
  });
}

/** Lines up the letter that invites. */
export async function writeInvitationLetter(
  { people, clock, ids }: LetterPorts,
  invitation: { email: string; organizationName: string; token: string; expiresAt: string },
): Promise<void> {
  const now = clock.now();
  await insertLetter(people, {
    id: ids.next("letter"),
    kind: "invitation",
    recipient: invitation.email,
    recipientName: "",
    organizationName: invitation.organizationName,
    token: invitation.token,
    attempts: 0,
    dueAt: now,
    expiresAt: invitation.expiresAt,
    createdAt: now,
  });
}
