import { claimDue, type Claimed, type NoticeRow, NOTICES, removeNotices, settleAttempt } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { MailAnswer, MailDelivery, MailMessage } from "../mails/index.ts";
import { RETRY_POLICIES, workOutbox } from "../outbox/index.ts";
import type { Identity } from "../authentication/index.ts";

/** The number of notices claimed together. They are sent one after another. */
const AT_ONCE = 10;

/** Sends the notices that are due, and returns the number of attempts. Without an SMTP server they expire. */
export async function deliverNotices(
  { people }: Pick<Identity, "people">,
  clock: Clock,
  { mailer, publicUrl }: MailDelivery,
): Promise<number> {
  await removeNotices(people, [], clock.now());
  if (mailer === null) return 0;
  const { claimed, failures } = await workOutbox<Claimed<NoticeRow>, MailAnswer, void>(clock, {
    policy: RETRY_POLICIES.notices,
    atOnce: AT_ONCE,
    isSideBySide: false,
    claim: async (lease) => (await claimDue<NoticeRow>(people, NOTICES, lease)).taken,
    tried: ({ id, attempts }) => ({ id, attempts, firstAttemptAt: null }),
    lockedUntil: (notice) => notice.lockedUntil,
    attempt: (notice) => mailer.send(messageOf(notice, publicUrl)),
    late: (reason) => ({ kind: "failed", reason, isServerAway: false }),
    judge: ({ kind }) => ({ kind: kind === "accepted" ? "done" : kind }),
    settle: async (notice, _answer, outcome, now) => {
      if (outcome.kind !== "again") await removeNotices(people, [notice.id], now);
      else await settleAttempt<NoticeRow>(people, NOTICES, notice, { nextAttemptAt: outcome.at });
    },
  });
  if (failures.length > 0) throw failures[0];
  return claimed;
}

function messageOf(notice: NoticeRow, publicUrl: string): MailMessage {
  const { subject, lines, advice, page = "" } = noticeText(notice);
  const time = `Time: ${notice.createdAt.slice(0, 16).replace("T", " ")} UTC`;
  const text = [`Hello ${notice.recipientName},`, ...lines, time, `${advice} ${publicUrl}/app${page}`];
  const html = text.map((line) => `<p>${escaped(line)}</p>`).join("");
  return {
    messageId: notice.id,
    writtenAt: notice.createdAt,
    from: { name: "Counterfoil" },
    replyTo: null,
    to: { name: notice.recipientName, address: notice.recipient },
    subject,
    text: text.join("\n\n"),
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui">${html}</body></html>`,
    attachments: [],
  };
}

const ADVICE = "If this wasn't you, change your password and sign out everywhere:";

interface NoticeText {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly advice: string;
  /** The page that the link opens, if it is not the home page. */
  readonly page?: string;
}

function noticeText({ kind, facts }: NoticeRow): NoticeText {
  const from = `From: ${facts["address"] ?? "the server's command line"}`;
  switch (kind) {
    case "new_sign_in": {
      const browser = `Browser: ${facts["browser"] ?? ""}`;
      const lines = [
        "Someone signed in to your account from a place that you have not used in 90 days.",
        from,
        browser,
      ];
      return { subject: "New sign-in to Counterfoil", lines, advice: ADVICE };
    }
    case "password_changed": {
      const lines = ["The password of your account was changed.", from];
      return { subject: "Your Counterfoil password was changed", lines, advice: ADVICE };
    }
    case "second_factor_removed": {
      const lines = ["The second factor was removed from your account. You now sign in with your password only.", from];
      return { subject: "Your second factor was removed", lines, advice: ADVICE };
    }
    case "api_key_created": {
      const { organization = "", prefix = "", scopes = "", actor = "", client } = facts;
      if (client !== undefined) {
        const lines = [
          `A program was connected to ${organization} with OAuth.`,
          `Program: ${client}, as it named itself`,
          `Scopes: ${scopes}`,
          `Connected by: ${actor}`,
        ];
        const advice = "If no one on your team should have connected it, revoke it:";
        return { subject: `New connection to ${organization}`, lines, advice, page: "/api-keys?view=connections" };
      }
      const lines = [
        `An API key was created for ${organization}.`,
        `Key: ${prefix}…`,
        `Scopes: ${scopes}`,
        `Created by: ${actor}`,
      ];
      const advice = "If no one on your team should have created it, revoke it:";
      return { subject: `New API key for ${organization}`, lines, advice };
    }
    case "note_mention": {
      const { account = "", accountId = "", actor = "", organization = "" } = facts;
      const lines = [`${actor} mentioned you in a note on the account ${account} of ${organization}.`];
      const page = `/accounts/${accountId}?tab=activity&part=note`;
      return { subject: `${actor} mentioned you on ${account}`, lines, advice: "Read the note:", page };
    }
  }
}

function escaped(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
