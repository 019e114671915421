import { isMailAddress } from "@counterfoil/service";

/** How the SMTP server is reached. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string | null;
  /**
   * `implicit`: encrypted from the first byte. `required`: by STARTTLS, or no mail is sent. `opportunistic`: by STARTTLS where the
   * server offers it. `off`: never.
   */
  readonly encryption: "implicit" | "required" | "opportunistic" | "off";
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
const PLAIN = "smtp://user:password@host:587, or smtps:// where the server is encrypted from the first byte";

/**
 * Reads the address of an SMTP server, and answers it or what is wrong with it. A fault never repeats the text: it may hold a
 * password. Where nothing is said (`?tls=opportunistic`, `?tls=off`), a server that is not this machine has to encrypt.
 */
export function readSmtpAddress(text: string): { address: SmtpAddress } | { faults: string[] } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    return { faults: [`is no address of an SMTP server (${PLAIN}).`] };
  }
  const faults: string[] = [];
  const isImplicit = url.protocol === "smtps:";
  const tls = url.searchParams.get("tls");
  for (const name of url.searchParams.keys()) {
    if (name !== "tls") faults.push(`has the parameter ${name}; it takes tls only.`);
  }
  if (tls !== null && (isImplicit || !["required", "opportunistic", "off"].includes(tls))) {
    faults.push("says tls, which is required, opportunistic or off, and only on smtp://.");
  }
  if (url.pathname.length > 1) faults.push("has a path, which SMTP does not know.");
  if (url.password !== "" && url.username === "") faults.push("has a password and no user.");
  const credentials = [url.username, url.password].map(decoded);
  if (credentials.includes(undefined)) faults.push("has a user or password with a % that is not written as %25.");
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

/** The address in `billing@example.com` or in `Example <billing@example.com>`; undefined where there is none. */
export function readSender(text: string): string | undefined {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text.trim();
  return isMailAddress(address) ? address : undefined;
}
