import type { MailDelivery } from "@counterfoil/service";
import { createSmtpMailer } from "@counterfoil/worker";
import type { MailConfiguration } from "../configuration/mail-configuration.ts";

export interface OpenMailDelivery extends MailDelivery {
  /** Closes the connections to the SMTP server. */
  close(): void;
}

/** Opens mail delivery. It connects when the first mail is sent. */
export function openMailDelivery({ smtp, publicUrl }: MailConfiguration, ownUrl: string): OpenMailDelivery {
  const mailer = smtp === null ? null : createSmtpMailer(smtp.address, smtp.sender);
  return { mailer, publicUrl: publicUrl ?? ownUrl, close: () => mailer?.close() };
}
