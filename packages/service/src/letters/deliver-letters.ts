import { claimDue, type Claimed, type LetterRow, LETTERS, removeLetters, settleAttempt } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { DomainError } from "../errors/index.ts";
import type { MailAnswer, MailDelivery, Mailer, MailMessage } from "../mails/index.ts";
import { RETRY_POLICIES, workOutbox } from "../outbox/index.ts";
import type { Secrets } from "../secrets/index.ts";
import type { Identity } from "../authentication/index.ts";
import { openLetterToken } from "./write-letter.ts";

/** The number of letters claimed together. They are sent one after another. */
const AT_ONCE = 10;

/**
 * Sends the letters that are due, and returns the number of attempts. A sent letter is deleted, because it grants
 * access to its reader. Without an SMTP server, letters wait until they expire: nothing shows them to other people.
 */
export async function deliverLetters(
  { people, letterSecrets }: Pick<Identity, "people" | "letterSecrets">,
  clock: Clock,
  { mailer, publicUrl }: MailDelivery,
): Promise<number> {
  if (mailer === null) return 0;
  await removeLetters(people, [], clock.now());
  const { claimed, failures } = await workOutbox<Claimed<LetterRow>, MailAnswer, void>(clock, {
    policy: RETRY_POLICIES.letters,
    atOnce: AT_ONCE,
    isSideBySide: false,
    claim: async (lease) => (await claimDue<LetterRow>(people, LETTERS, lease)).taken,
    tried: ({ id, attempts }) => ({ id, attempts, firstAttemptAt: null }),
    lockedUntil: (letter) => letter.lockedUntil,
    attempt: (letter) => attempt(mailer, letterSecrets, letter, publicUrl),
    late: (reason) => ({ kind: "failed", reason, isServerAway: false }),
    judge: ({ kind }) => ({ kind: kind === "accepted" ? "done" : kind }),
    settle: async (letter, _answer, outcome, now) => {
      if (outcome.kind !== "again") await removeLetters(people, [letter.id], now);
      else await settleAttempt<LetterRow>(people, LETTERS, letter, { nextAttemptAt: outcome.at });
    },
  });
  if (failures.length > 0) throw failures[0];
  return claimed;
}

/**
 * Opens the token and sends the letter. A token that cannot be opened, for example after a change of the key, is
 * retried like a failed sending.
 */
async function attempt(
  mailer: Mailer,
  letterSecrets: Secrets,
  letter: LetterRow,
  publicUrl: string,
): Promise<MailAnswer> {
  let token: string;
  try {
    token = openLetterToken(letterSecrets, letter);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: "failed", reason: error.message, isServerAway: false };
  }
  return mailer.send(messageOf({ ...letter, token }, publicUrl));
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
          "Someone asked to reset the password of your sign-in. You can set a new one within the next hour:",
          `${publicUrl}/app/reset-password#${letter.token}`,
          "If that was not you, ignore this email. Your password does not change.",
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
