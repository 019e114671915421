import {
  claimMails,
  DatabaseAway,
  findInvoices,
  findMailTemplates,
  forgetMailContent,
  type MailOutcome,
  type MailRow,
  recordMailOutcome,
  TransactionConflict,
} from "@counterfoil/storage";
import { instantText } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { type Context, transact } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { organizationWithPicture } from "../documents/index.ts";
import { asksToPay } from "../invoices/index.ts";
import { attachmentsOf, composeMail, type MailOffice, mailMessage } from "./compose-mail.ts";
import { HIDDEN_TOKEN, openLinkToken } from "./link-token.ts";
import type { MailAnswer, Mailer } from "./mail-message.ts";
import { mailSettingsOf } from "./mail-settings.ts";
import type { RenderedMail } from "./render-mail.ts";
import { nextAttemptAt } from "../next-attempt.ts";

/** Mails taken in hand at once, and sent side by side. */
const CLAIM = 10;
/** Longer than any attempt takes: when a mail is still in hand then, whoever had it is gone. */
const IN_HAND_MINUTES = 10;
const HOURS_OF_A_DAY = 24;

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
 * Sends the next due mails of one organization, and answers how many were tried. Each is taken in hand in one transaction, sent
 * outside of any, and what became of it is recorded in another: two workers never have the same mail, and one that was taken by
 * the server but not recorded is sent again under the same Message-ID once it has been in hand for too long.
 */
export async function deliverMails(context: Context, { mailer, publicUrl }: MailDelivery): Promise<DeliveredMails> {
  const now = context.clock.now();
  const { office, mails } = await transact(context, async ({ tx }) => {
    const settings = await mailSettingsOf(tx);
    await forgetMailContent(tx, now);
    const until = later(now, { minutes: IN_HAND_MINUTES });
    const claimed = await claimMails(tx, { now, until, limit: CLAIM });
    const organization = await organizationWithPicture(tx);
    const about = await findInvoices(tx, [...new Set(claimed.flatMap(({ invoiceId }) => invoiceId ?? []))]);
    const payable = new Set(about.filter(asksToPay).map(({ id }) => id));
    const made: MailOffice = { organization, settings, templates: await findMailTemplates(tx), publicUrl, payable };
    return { office: made, mails: claimed };
  });
  // R-ORG-2: a sandbox sends nothing outside unless told to.
  const isOutside = !office.organization.sandbox || office.settings.sendFromSandbox;
  const way = isOutside ? mailer : null;
  const answers = await Promise.all(mails.map((mail) => deliver(context, office, mail, way)));
  const isServerAway = answers.some((answer) => answer?.kind === "failed" && answer.isServerAway);
  return { tried: mails.length, isServerAway };
}

/** One attempt. Answers what the server said, or null where the mail was caught. */
async function deliver(
  context: Context,
  office: MailOffice,
  mail: MailRow,
  mailer: Mailer | null,
): Promise<MailAnswer | null> {
  const { token, fault } = tokenOf(context, mail);
  const rendered = composeMail(office, { ...mail, linkToken: token });
  const outdated = isOutdated(office, mail);
  const answer =
    mailer === null || outdated ? null : (fault ?? (await attemptToSend(context, office, mail, rendered, mailer)));
  const now = context.clock.now();
  const forgetAt = later(now, { hours: office.settings.keepDays * HOURS_OF_A_DAY });
  const kept = outcomeOf(mail, withoutToken(rendered, token), answer, now);
  const outcome = { ...kept, ...(outdated ? OUTDATED : {}), forgetAt };
  await transact(context, ({ tx }) => recordMailOutcome(tx, mail, outcome, now));
  return answer;
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

const OUTDATED = { lastFailure: "Not sent: nothing is due of the invoice any more." };

/** What is wrong with the document itself, whose content is frozen. */
const FINAL: ReadonlySet<string> = new Set(["document_undrawable", "document_too_large"]);

/** What cannot even be put together, as when the PDF cannot be drawn, is tried again like what the server did not take. */
async function attemptToSend(
  context: Context,
  office: MailOffice,
  mail: MailRow,
  rendered: RenderedMail,
  mailer: Mailer,
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

function outcomeOf(
  mail: MailRow,
  rendered: RenderedMail,
  answer: MailAnswer | null,
  now: string,
): Omit<MailOutcome, "forgetAt"> {
  const content = {
    subject: rendered.subject,
    htmlBody: rendered.html,
    textBody: rendered.text,
    attachments: attachmentsOf(mail),
    linkToken: mail.linkToken,
    dueAt: null,
    lastFailure: null,
    sentAt: null,
  };
  if (answer === null) return { ...content, status: "caught" };
  switch (answer.kind) {
    case "accepted":
      return { ...content, linkToken: null, status: "sent", sentAt: now };
    case "refused":
      return { ...content, status: "failed", lastFailure: answer.reason };
    case "failed": {
      const dueAt = nextAttemptAt(mail, now);
      return { ...content, status: dueAt === null ? "failed" : "queued", dueAt, lastFailure: answer.reason };
    }
  }
}

/** A link opens what it is of for anyone who has it: what is kept of a mail never shows it. */
function withoutToken(rendered: RenderedMail, token: string | null): RenderedMail {
  if (token === null) return rendered;
  const hide = (text: string) => text.replaceAll(token, HIDDEN_TOKEN);
  return { subject: hide(rendered.subject), html: hide(rendered.html), text: hide(rendered.text) };
}

function later(now: string, span: { hours: number } | { minutes: number }): string {
  return instantText(Temporal.Instant.from(now).add(span));
}
