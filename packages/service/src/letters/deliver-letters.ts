import { instantText } from "@counterfoil/engine";
import { claimLetters, type LetterRow, postponeLetter, removeLetters } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Clock } from "../clock.ts";
import { DomainError } from "../errors/index.ts";
import type { MailAnswer, MailDelivery, Mailer, MailMessage } from "../mails/index.ts";
import type { Secrets } from "../secrets/index.ts";
import type { Identity } from "../authentication/index.ts";
import { openLetterToken } from "./write-letter.ts";

const CLAIM = 10;
/** Longer than any attempt takes. */
const IN_HAND_MINUTES = 10;
/** Until the next attempt, after so many. Whoever waits for a letter has asked for another by then. */
const PAUSE_MINUTES = [1, 5, 15, 60];

/**
 * Sends the letters that are due, and answers how many were tried. What was sent is removed, for it lets its reader in. Where no
 * SMTP server is configured letters wait until they are worth nothing: nobody else may read them.
 */
export async function deliverLetters(
  { people, letterSecrets }: Pick<Identity, "people" | "letterSecrets">,
  clock: Clock,
  { mailer, publicUrl }: MailDelivery,
): Promise<number> {
  if (mailer === null) return 0;
  const now = clock.now();
  const until = instantText(Temporal.Instant.from(now).add({ minutes: IN_HAND_MINUTES }));
  await removeLetters(people, [], now);
  const letters = await claimLetters(people, { now, until, limit: CLAIM });
  for (const letter of letters) {
    const answer = await attempt(mailer, letterSecrets, letter, publicUrl);
    const again = retryAt(letter, answer, clock.now());
    if (again === null) await removeLetters(people, [letter.id], clock.now());
    else await postponeLetter(people, letter.id, again);
  }
  return letters.length;
}

/** A token that does not open, as when the key was changed, is tried again like what the server did not take. */
function attempt(mailer: Mailer, letterSecrets: Secrets, letter: LetterRow, publicUrl: string): Promise<MailAnswer> {
  let token: string;
  try {
    token = openLetterToken(letterSecrets, letter);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Promise.resolve({ kind: "failed", reason: error.message, isServerAway: false });
  }
  return mailer.send(messageOf({ ...letter, token }, publicUrl));
}

/** Null when it was sent or nothing will come of it. */
function retryAt({ attempts }: LetterRow, answer: MailAnswer, now: string): string | null {
  const minutes = PAUSE_MINUTES[attempts - 1];
  if (answer.kind !== "failed" || minutes === undefined) return null;
  return instantText(Temporal.Instant.from(now).add({ minutes }));
}

function messageOf(letter: LetterRow, publicUrl: string): MailMessage {
  const { subject, lines } = letterText(letter, publicUrl);
  return {
    messageId: letter.id,
    writtenAt: letter.createdAt,
    from: { name: "Counterfoil" },
    replyTo: null,
    to: { name: letter.recipientName, address: letter.recipient },
    subject,
    text: lines.join("\n\n"),
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui">${lines.map(paragraph).join("")}</body></html>`,
    attachments: [],
  };
}

function letterText(letter: LetterRow, publicUrl: string): { subject: string; lines: string[] } {
  switch (letter.kind) {
    case "password_reset":
      return {
        subject: "Set a new password for Counterfoil",
        lines: [
          `Hello ${letter.recipientName},`,
          "Somebody asked to set a new password for your sign-in. Within the next hour you can do it here:",
          `${publicUrl}/app/reset-password#${letter.token}`,
          "If that was not you, do nothing: your password stays as it is.",
        ],
      };
    case "invitation":
      return {
        subject: `You are invited to ${letter.organizationName ?? ""} on Counterfoil`,
        lines: [
          "Hello,",
          `You are invited to work with ${letter.organizationName ?? ""} on Counterfoil. Accept the invitation here:`,
          `${publicUrl}/app/invitation#${letter.token}`,
          `The invitation is open until ${letter.expiresAt.slice(0, 10)}.`,
        ],
      };
  }
}

function paragraph(line: string): string {
  const text = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return text.startsWith("http") ? `<p><a href="${text}">${text}</a></p>` : `<p>${text}</p>`;
}
