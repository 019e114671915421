import { claimDue, type Claimed, type NoticeRow, NOTICES, removeNotices, settleAttempt } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import type { MailAnswer, MailDelivery, MailMessage } from "../mails/index.ts";
import { RETRY_POLICIES, workOutbox } from "../outbox/index.ts";
import type { Identity } from "../authentication/index.ts";

/** Notices claimed at once, and sent one after the other. */
const AT_ONCE = 10;

/** Sends the notices that are due, and answers how many were tried. Without an SMTP server they are forgotten in time. */
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
  const { subject, lines, advice } = noticeText(notice);
  const time = `Time: ${notice.createdAt.slice(0, 16).replace("T", " ")} UTC`;
  const text = [`Hello ${notice.recipientName},`, ...lines, time, `${advice} ${publicUrl}/app`];
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

function noticeText({ kind, facts }: NoticeRow): { subject: string; lines: string[]; advice: string } {
  const from = `From: ${facts["address"] ?? "the server's command line"}`;
  switch (kind) {
    case "new_sign_in": {
      const browser = `Browser: ${facts["browser"] ?? ""}`;
      const lines = [
        "Somebody signed in to your account from a place that you have not used in 90 days.",
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
      const lines = ["The second factor of your account was removed. Your password alone signs in now.", from];
      return { subject: "Your second factor was removed", lines, advice: ADVICE };
    }
    case "api_key_created": {
      const { organization = "", prefix = "", scopes = "", actor = "" } = facts;
      const lines = [
        `An API key was created for ${organization}.`,
        `Key: ${prefix}…`,
        `Scopes: ${scopes}`,
        `Created by: ${actor}`,
      ];
      const advice = "If nobody in your team should have created it, revoke it:";
      return { subject: `New API key for ${organization}`, lines, advice };
    }
  }
}

function escaped(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
