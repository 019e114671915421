/** A mail in the form that the SMTP client needs. Addresses are single and validated; no value can add a header. */
export interface MailMessage {
  /** The same for every attempt, so that a mail program shows one mail even if a server accepted it twice. */
  readonly messageId: string;
  /** When the event of the mail happened. */
  readonly writtenAt: string;
  readonly from: { readonly name: string };
  readonly replyTo: string | null;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailMessagePart[];
}

export interface MailMessagePart {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** For an embedded picture: the ID by which the HTML refers to it. */
  readonly contentId: string | null;
}

/** The server's answer. Without an answer it is unknown whether the server accepted the mail. */
export type MailAnswer =
  | { readonly kind: "accepted" }
  /** Permanently refused: for example an unknown recipient, or rejected content. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Temporarily refused, or no answer. `isServerAway`: the next mail would fail, too. */
  | { readonly kind: "failed"; readonly reason: string; readonly isServerAway: boolean };

/** Sends mails. Never throws. */
export interface Mailer {
  send(message: MailMessage): Promise<MailAnswer>;
}
