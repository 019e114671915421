import type { MailAnswer, Mailer, MailMessage } from "@counterfoil/service";
import { createTransport, type SentMessageInfo } from "nodemailer";
import type { Options } from "nodemailer/lib/smtp-pool/index.js";
import type { SmtpAddress } from "./smtp-address.ts";

const CONNECTIONS = 5;
/** All of them together stay below the time for which a worker has a mail in hand. */
const CONNECT_MILLISECONDS = 20_000;
const GREETING_MILLISECONDS = 20_000;
const SILENCE_MILLISECONDS = 60_000;
const ATTEMPT_MILLISECONDS = 300_000;

export interface SmtpMailer extends Mailer {
  /** Ends the connections that are open. */
  close(): void;
}

/** Sends mail from one address over a pool of connections to one server. */
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
    // Nothing that a mail holds is read from files or fetched.
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
          // The addresses of the envelope are said apart, so that no header is ever read for them.
          envelope: { from: sender, to: [to.address] },
          ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
          subject,
          text,
          html,
          // No machine is to answer what a machine wrote.
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

/** As RFC 5322 has it: "Sun, 01 Mar 2026 09:00:00 +0000". The library writes a text as it is. */
function headerDate(instant: string): string {
  return new Date(instant).toUTCString().replace("GMT", "+0000");
}

/** The failures that nodemailer throws tell the server's code, and the command that it answered. */
interface SmtpFailure {
  readonly message: string;
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * A 5xx to the recipient or to the content is final. One to the greeting, the sign-in or the sender says that the configuration
 * is wrong, which somebody will mend; so does everything else mean "not now".
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

/** A server that keeps the connection alive and never comes to an end is given up on. */
async function withinTime(sending: Promise<SentMessageInfo>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The server did not take the mail in time.")), ATTEMPT_MILLISECONDS);
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}
