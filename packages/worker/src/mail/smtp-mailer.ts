import type { MailAnswer, Mailer, MailMessage } from "@counterfoil/service";
import { createTransport, type SentMessageInfo } from "nodemailer";
import type { Options } from "nodemailer/lib/smtp-pool/index.js";
import type { SmtpAddress } from "./smtp-address.ts";

const CONNECTIONS = 5;
/** All timeouts together are shorter than the lease of a worker on a mail. */
const CONNECT_MILLISECONDS = 20_000;
const GREETING_MILLISECONDS = 20_000;
const SILENCE_MILLISECONDS = 60_000;
const ATTEMPT_MILLISECONDS = 300_000;

export interface SmtpMailer extends Mailer {
  /** Closes all open connections. */
  close(): void;
}

/** Sends mail from one address through a pool of connections to one server. */
export function createSmtpMailer(server: SmtpAddress, sender: string): SmtpMailer {
  const { host, port, user, password, encryption } = server;
  const options: Options = {
    pool: true,
    maxConnections: CONNECTIONS,
    host,
    port,
    secure: encryption === "implicit",
    requireTLS: encryption === "required",
    ignoreTLS: encryption === "off",
    connectionTimeout: CONNECT_MILLISECONDS,
    greetingTimeout: GREETING_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
    // The content of a mail is never read from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user === null ? {} : { auth: { user, pass: password ?? "" } }),
  };
  const transport = createTransport(options);
  const domain = sender.slice(sender.lastIndexOf("@") + 1);

  async function send(message: MailMessage): Promise<MailAnswer> {
    const { from, to, replyTo, subject, text, html } = message;
    try {
      await withinTime(
        transport.sendMail({
          messageId: `<${message.messageId}@${domain}>`,
          date: headerDate(message.writtenAt),
          from: { name: from.name, address: sender },
          to,
          // Sets the envelope explicitly, so that it is never parsed from a header.
          envelope: { from: sender, to: [to.address] },
          ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
          subject,
          text,
          html,
          // Tells other programs not to reply.
          headers: { "Auto-Submitted": "auto-generated" },
          attachments: message.attachments.map(({ fileName, contentType, bytes, contentId }) => ({
            filename: fileName,
            contentType,
            content: Buffer.from(bytes),
            ...(contentId === null ? {} : { cid: contentId, contentDisposition: "inline" as const }),
          })),
        }),
      );
      return { kind: "accepted" };
    } catch (error) {
      return answerOf(error);
    }
  }

  return { send, close: () => transport.close() };
}

/** The format of RFC 5322: "Sun, 01 Mar 2026 09:00:00 +0000". nodemailer writes a string unchanged. */
function headerDate(instant: string): string {
  return new Date(instant).toUTCString().replace("GMT", "+0000");
}

/** The errors of nodemailer contain the server's code and the command that failed. */
interface SmtpFailure {
  readonly message: string;
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * A 5xx for the recipient or the content is final. A 5xx for the greeting, the sign-in or the sender means that the
 * configuration is wrong and will be fixed. Like every other failure, it is retried.
 */
function answerOf(error: unknown): MailAnswer {
  const {
    message,
    responseCode = 0,
    command = "",
  }: SmtpFailure = error instanceof Error ? error : new Error(String(error));
  const isAboutThisMail = /^(RCPT TO|DATA)/.test(command);
  if (isAboutThisMail && responseCode >= 500) return { kind: "refused", reason: message };
  return { kind: "failed", reason: message, isServerAway: !isAboutThisMail || responseCode === 0 };
}

/** Gives up on a server that keeps the connection open but never finishes. */
async function withinTime(sending: Promise<SentMessageInfo>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("The SMTP server did not accept the mail in time.")),
      ATTEMPT_MILLISECONDS,
    );
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}
