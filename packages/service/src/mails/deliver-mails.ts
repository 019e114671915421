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
import { type Outbox, type Outcome, RETRY_POLICIES, secondsLater, workOutbox } from "../outbox/index.ts";
import { attachmentsOf, composeMail, type MailOffice, mailMessage } from "./compose-mail.ts";
import { HIDDEN_TOKEN, openLinkToken } from "./link-token.ts";
import type { MailAnswer, Mailer } from "./mail-message.ts";
import { mailSettingsOf } from "./mail-settings.ts";
import type { RenderedMail } from "./render-mail.ts";

/** Mails claimed at once, and sent side by side. */
const AT_ONCE = 10;
const SECONDS_OF_A_DAY = 86_400;

export interface MailDelivery {
  /** Null where no SMTP server is configured: every mail is caught. */
  readonly mailer: Mailer | null;
  /** Where the pages for customers are, without a slash at the end. */
  readonly publicUrl: string;
}

export interface DeliveredMails {
  readonly tried: number;
  /** The server did not answer, or took nobody's mail: no use in trying the next at once. */
  readonly isServerAway: boolean;
}

/**
 * Sends the next due mails of one organization, and answers how many were tried. Two workers never have the same mail, and one that was
 * taken by the server but not recorded is sent again under the same Message-ID.
 */
export async function deliverMails(context: Context, delivery: MailDelivery): Promise<DeliveredMails> {
  const { claimed, answers, failures } = await workOutbox(context.clock, outboxOfMails(context, delivery));
  if (failures.length > 0) throw failures[0];
  const isServerAway = answers.some((answer) => answer.kind === "failed" && answer.isServerAway);
  return { tried: claimed, isServerAway };
}

/** What the server said, or that the mail was not given to it: nothing goes out from here, or it tells what is not so any more. */
type Sent = MailAnswer | { readonly kind: "caught"; readonly reason: string | null };

/** A claimed mail with what it takes to put it together. */
interface MailInHand {
  readonly mail: Claimed<MailRow>;
  readonly office: MailOffice;
  /** Puts it together, once: what is sent is what is kept of it. */
  composed(): ComposedMail;
}

interface ComposedMail {
  readonly rendered: RenderedMail;
  /** Opened. Null where it has none, or where it does not open. */
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
    return { kind: "caught", reason: "Not sent: nothing is due of the invoice any more." };
  }
  // R-ORG-2: a sandbox sends nothing outside unless told to.
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
    // What was sent needs its link no more.
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

/** The token of its link. Where it does not open, the mail waits for the key that it was sealed under. */
function tokenOf(context: Context, mail: MailRow): { token: string | null; fault?: MailAnswer } {
  try {
    return { token: openLinkToken(context, mail) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { token: null, fault: { kind: "failed", reason: error.message, isServerAway: false } };
  }
}

/** Nobody is reminded of what was paid or voided since the reminder was written. */
function isOutdated({ payable }: MailOffice, { kind, invoiceId }: MailRow): boolean {
  return (kind === "reminder" || kind === "overdue") && !payable.has(invoiceId ?? "");
}

/** What is wrong with the document itself, whose content is frozen. */
const FINAL: ReadonlySet<string> = new Set(["document_undrawable", "document_too_large"]);

/** What cannot even be put together, as when the PDF cannot be drawn, is tried again like what the server did not take. */
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
      // The text is frozen: another attempt ends the same way.
      return { kind: "refused", reason: error.message };
    }
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error), isServerAway: false };
  }
}

/** A link opens what it is of for anyone who has it: what is kept of a mail never shows it. */
function withoutToken(rendered: RenderedMail, token: string | null): RenderedMail {
  if (token === null) return rendered;
  const hide = (text: string) => text.replaceAll(token, HIDDEN_TOKEN);
  return { subject: hide(rendered.subject), html: hide(rendered.html), text: hide(rendered.text) };
}
