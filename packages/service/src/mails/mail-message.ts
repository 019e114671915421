/** A mail as it is handed to the SMTP server. Addresses are single and checked; nothing here can make a header of its own. */
export interface MailMessage {
  /** The same at every attempt, so that a reader's program shows one mail where a server took it twice. */
  readonly messageId: string;
  /** When what it tells happened. */
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
  /** Of a picture that the mail shows: how its HTML names it. */
  readonly contentId: string | null;
}

/** What the server said. Whoever heard nothing does not know whether the mail was taken. */
export type MailAnswer =
  | { readonly kind: "accepted" }
  /** Refused for good: no such recipient, no such content. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Not now, or nothing heard. `isServerAway`: the next mail would fare no better. */
  | { readonly kind: "failed"; readonly reason: string; readonly isServerAway: boolean };

/** The way out. Never throws. */
export interface Mailer {
  send(message: MailMessage): Promise<MailAnswer>;
}
