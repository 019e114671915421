import { isMailAddress } from "@counterfoil/service";

/** The address of the SMTP server, its credentials and its encryption. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string | null;
  /**
   * `implicit`: encrypted from the first byte. `required`: STARTTLS, or no mail is sent. `opportunistic`: STARTTLS if
   * the server offers it. `off`: never.
   */
  readonly encryption: "implicit" | "required" | "opportunistic" | "off";
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
const PLAIN = "smtp://user:password@host:587, or smtps:// if the server encrypts from the first byte";

/**
 * Parses the URL of an SMTP server, and returns the address or the faults. A fault never repeats the text, which may
 * contain a password. Without `?tls=opportunistic` or `?tls=off`, a server on another machine must encrypt.
 */
export function readSmtpAddress(text: string): { address: SmtpAddress } | { faults: string[] } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    return { faults: [`is not an SMTP URL. Use ${PLAIN}.`] };
  }
  const faults: string[] = [];
  const isImplicit = url.protocol === "smtps:";
  const tls = url.searchParams.get("tls");
  for (const name of url.searchParams.keys()) {
    if (name !== "tls") faults.push(`has the unknown parameter ${name}. Only tls is allowed.`);
  }
  if (tls !== null && (isImplicit || !["required", "opportunistic", "off"].includes(tls))) {
    faults.push("has an invalid tls. Use required, opportunistic or off, and only with smtp://.");
  }
  if (url.pathname.length > 1) faults.push("has a path. Remove it.");
  if (url.password !== "" && url.username === "") faults.push("has a password but no user. Add the user.");
  const credentials = [url.username, url.password].map(decoded);
  if (credentials.includes(undefined)) faults.push("has a user or password with a bare %. Write it as %25.");
  if (faults.length > 0) return { faults };
  const [user = "", password = ""] = credentials;
  const fallback = LOOPBACK.test(url.hostname) ? "opportunistic" : "required";
  return {
    address: {
      host: url.hostname.replaceAll(/^\[|\]$/g, ""),
      port: url.port === "" ? (isImplicit ? 465 : 587) : Number(url.port),
      user: user === "" ? null : user,
      password: user === "" ? null : password,
      encryption: isImplicit ? "implicit" : ((tls as "required" | "opportunistic" | "off" | null) ?? fallback),
    },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The address in `billing@example.com` or in `Example <billing@example.com>`; undefined if there is none. */
export function readSender(text: string): string | undefined {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text.trim();
  return isMailAddress(address) ? address : undefined;
}
