import { readSender, readSmtpAddress, type SmtpAddress } from "@counterfoil/worker";

type Environment = Readonly<Record<string, string | undefined>>;

/** How mail goes out (R-MAIL-1). */
export interface MailConfiguration {
  /** Null: nothing is sent, and every mail is kept to be looked at. */
  readonly smtp: { readonly address: SmtpAddress; readonly sender: string } | null;
  /** Where customers reach this server, without a slash at the end; null for the address at which it listens. */
  readonly publicUrl: string | null;
}

/** Reads SMTP_URL, MAIL_FROM and COUNTERFOIL_PUBLIC_URL. Empty variables count as missing; no fault repeats a password. */
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
    refuse(`MAIL_FROM is ${JSON.stringify(from)}; it is one e-mail address, such as billing@example.com.`);
  }
  if (url === undefined) return null;
  if (from === undefined) refuse("MAIL_FROM is needed beside SMTP_URL: the address that mail is from.");
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
    refuse(`COUNTERFOIL_PUBLIC_URL is ${JSON.stringify(text)}; it is an address such as https://billing.example.com.`);
    return null;
  }
  return text.replace(/\/+$/, "");
}
