import { readSender, readSmtpAddress, type SmtpAddress } from "@counterfoil/worker";

type Environment = Readonly<Record<string, string | undefined>>;

/** How mail is sent (R-MAIL-1). */
export interface MailConfiguration {
  /** Null: no mail is sent, but every mail is stored and can be viewed. */
  readonly smtp: { readonly address: SmtpAddress; readonly sender: string } | null;
  /** The URL at which customers reach this server, without a trailing slash; null for the URL on which it listens. */
  readonly publicUrl: string | null;
}

/**
 * Reads SMTP_URL, MAIL_FROM and COUNTERFOIL_PUBLIC_URL. Treats empty variables as unset. Messages never repeat a
 * password.
 */
export function readMailConfiguration(environment: Environment, refuse: (fault: string) => void): MailConfiguration {
  const read = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  return {
    smtp: readSmtp(read("SMTP_URL"), read("MAIL_FROM"), refuse),
    publicUrl: readPublicUrl(read("COUNTERFOIL_PUBLIC_URL"), refuse),
  };
}

function readSmtp(
  url: string | undefined,
  from: string | undefined,
  refuse: (fault: string) => void,
): MailConfiguration["smtp"] {
  const sender = from === undefined ? undefined : readSender(from);
  if (from !== undefined && sender === undefined) {
    refuse(`MAIL_FROM is ${JSON.stringify(from)}; expected one email address, such as billing@example.com.`);
  }
  if (url === undefined) return null;
  if (from === undefined) refuse("MAIL_FROM is required with SMTP_URL: the sender address of mail.");
  const found = readSmtpAddress(url);
  if ("faults" in found) {
    for (const fault of found.faults) refuse(`SMTP_URL ${fault}`);
    return null;
  }
  return sender === undefined ? null : { address: found.address, sender };
}

function readPublicUrl(text: string | undefined, refuse: (fault: string) => void): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "") {
    refuse(`COUNTERFOIL_PUBLIC_URL is ${JSON.stringify(text)}; expected a URL such as https://billing.example.com.`);
    return null;
  }
  return text.replace(/\/+$/, "");
}
