import {
  claimDue,
  type Claimed,
  DatabaseAway,
  findInvoices,
  findMailTemplates,
  forgetMailContent,
  type Lease,
  type MailRow,
  MAILS,
  settleAttempt,
  TransactionConflict,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { organizationWithPicture } from "../documents/index.ts";
import { asksToPay } from "../invoices/index.ts";
import { type Outbox, type Outcome, RETRY_POLICIES, workOutbox } from "../outbox/index.ts";
import { secondsLater } from "../time.ts";
import { attachmentsOf, composeMail, type MailOffice, mailMessage } from "./compose-mail.ts";
import { HIDDEN_TOKEN, openLinkToken } from "./link-token.ts";
import type { MailAnswer, Mailer } from "./mail-message.ts";
import { mailSettingsOf } from "./mail-settings.ts";
import type { RenderedMail } from "./render-mail.ts";

/** The number of mails claimed together and sent in parallel. */
const AT_ONCE = 10;
const SECONDS_OF_A_DAY = 86_400;

export interface MailDelivery {
  /** Null if no SMTP server is configured: then no mail is sent. */
  readonly mailer: Mailer | null;
  /** The base URL of the customer pages, without a trailing slash. */
  readonly publicUrl: string;
}

export interface DeliveredMails {
  readonly tried: number;
  /** The server did not respond or rejects all mail, so the next mail is not tried now. */
  readonly isServerAway: boolean;
}

/**
 * Sends the next due mails of one organization, and returns the number of attempts. Two workers never have the same
 * mail. A mail that the server accepted but that was not recorded is sent again with the same Message-ID.
 */
export async function deliverMails(context: Context, delivery: MailDelivery): Promise<DeliveredMails> {
  const { claimed, answers, failures } = await workOutbox(context.clock, outboxOfMails(context, delivery));
  if (failures.length > 0) throw failures[0];
  const isServerAway = answers.some((answer) => answer.kind === "failed" && answer.isServerAway);
  return { tried: claimed, isServerAway };
}

/**
 * The server's answer, or `caught` if the mail was not sent because nothing is sent from here or because its content is
 * outdated.
 */
type Sent = MailAnswer | { readonly kind: "caught"; readonly reason: string | null };

/** A claimed mail with everything needed to compose it. */
interface MailInHand {
  readonly mail: Claimed<MailRow>;
  readonly office: MailOffice;
  /** Composes it once, so that the stored content is the content that was sent. */
  composed(): ComposedMail;
}

interface ComposedMail {
  readonly rendered: RenderedMail;
  /** The decrypted token. Null if there is none, or if it cannot be decrypted. */
  readonly token: string | null;
  readonly fault?: MailAnswer;
}

function outboxOfMails(context: Context, { mailer, publicUrl }: MailDelivery): Outbox<MailInHand, Sent, void> {
  return {
    policy: RETRY_POLICIES.mails,
    atOnce: AT_ONCE,
    isSideBySide: true,
    claim: (lease) => claimMails(context, publicUrl, lease),
    tried: ({ mail }) => ({ id: mail.id, attempts: mail.attempts, firstAttemptAt: mail.triedAt }),
    lockedUntil: ({ mail }) => mail.lockedUntil,
    attempt: (inHand) => send(context, inHand, mailer),
    late: (reason) => ({ kind: "failed", reason, isServerAway: false }),
    judge: ({ kind }) => ({ kind: kind === "accepted" || kind === "caught" ? "done" : kind }),
    settle: (inHand, answer, outcome, now) => settle(context, inHand, { answer, outcome, now }),
  };
}

function claimMails(context: Context, publicUrl: string, lease: Lease): Promise<MailInHand[]> {
  return transact(context, async ({ tx }) => {
    const settings = await mailSettingsOf(tx);
    await forgetMailContent(tx, lease.now);
    const { taken } = await claimDue<MailRow>(tx, MAILS, lease);
    const organization = await organizationWithPicture(tx);
    const about = await findInvoices(tx, [...new Set(taken.flatMap(({ invoiceId }) => invoiceId ?? []))]);
    const payable = new Set(about.filter(asksToPay).map(({ id }) => id));
    const office = { organization, settings, templates: await findMailTemplates(tx), publicUrl, payable };
    return taken.map((mail) => {
      let made: ComposedMail | undefined;
      return { mail, office, composed: () => (made ??= compose(context, office, mail)) };
    });
  });
}

function compose(context: Context, office: MailOffice, mail: MailRow): ComposedMail {
  const opened = tokenOf(context, mail);
  return { ...opened, rendered: composeMail(office, { ...mail, linkToken: opened.token }) };
}

async function send(context: Context, inHand: MailInHand, mailer: Mailer | null): Promise<Sent> {
  const { office, mail } = inHand;
  const { rendered, fault } = inHand.composed();
  if (isOutdated(office, mail)) {
    return { kind: "caught", reason: "Not sent: the invoice no longer has an amount due." };
  }
  // R-ORG-2: a sandbox sends nothing outside unless configured to.
  const isOutside = !office.organization.sandbox || office.settings.sendFromSandbox;
  if (mailer === null || !isOutside) return { kind: "caught", reason: null };
  return fault ?? attemptToSend(context, mailer, { office, mail, rendered });
}

async function settle(
  context: Context,
  { mail, office, composed }: MailInHand,
  { answer, outcome, now }: { answer: Sent; outcome: Outcome; now: string },
): Promise<void> {
  const { rendered, token } = composed();
  const { subject, html, text } = withoutToken(rendered, token);
  const isSent = answer.kind === "accepted";
  const made: Partial<MailRow> = {
    status: statusOf(answer, outcome),
    nextAttemptAt: outcome.kind === "again" ? outcome.at : null,
    lastFailure: isSent ? null : answer.reason,
    sentAt: isSent ? now : null,
    subject,
    htmlBody: html,
    textBody: text,
    attachments: attachmentsOf(mail),
    // A sent mail no longer needs its link.
    linkToken: isSent ? null : mail.linkToken,
    forgetAt: secondsLater(now, office.settings.keepDays * SECONDS_OF_A_DAY),
    updatedAt: now,
  };
  await transact(context, ({ tx }) => settleAttempt<MailRow>(tx, MAILS, mail, made));
}

function statusOf({ kind }: Sent, outcome: Outcome): MailRow["status"] {
  switch (outcome.kind) {
    case "succeeded":
      return kind === "caught" ? "caught" : "sent";
    case "again":
      return "queued";
    case "gave up":
      return "failed";
  }
}

/** The token of the mail's link. If it cannot be decrypted, the mail waits until the right key is configured. */
function tokenOf(context: Context, mail: MailRow): { token: string | null; fault?: MailAnswer } {
  try {
    return { token: openLinkToken(context, mail) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { token: null, fault: { kind: "failed", reason: error.message, isServerAway: false } };
  }
}

/** A reminder is outdated if its invoice was paid or voided since. */
function isOutdated({ payable }: MailOffice, { kind, invoiceId }: MailRow): boolean {
  return (kind === "reminder" || kind === "overdue") && !payable.has(invoiceId ?? "");
}

/** Faults of the document itself, whose content is frozen. */
const FINAL: ReadonlySet<string> = new Set(["document_undrawable", "document_too_large"]);

/** A mail that cannot be composed, for example because rendering the PDF failed, is retried like a failed sending. */
async function attemptToSend(
  context: Context,
  mailer: Mailer,
  { office, mail, rendered }: { office: MailOffice; mail: MailRow; rendered: RenderedMail },
): Promise<MailAnswer> {
  try {
    return await mailer.send(await mailMessage(context, office, mail, rendered));
  } catch (error) {
    if (error instanceof DatabaseAway || error instanceof TransactionConflict) throw error;
    if (error instanceof DomainError && FINAL.has(error.code)) {
      // The text is frozen, so another attempt gives the same result.
      return { kind: "refused", reason: error.message };
    }
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error), isServerAway: false };
  }
}

/** A link grants access to anyone who has it, so the stored content of a mail never shows it. */
function withoutToken(rendered: RenderedMail, token: string | null): RenderedMail {
  if (token === null) return rendered;
  const hide = (text: string) => text.replaceAll(token, HIDDEN_TOKEN);
  return { subject: hide(rendered.subject), html: hide(rendered.html), text: hide(rendered.text) };
}
