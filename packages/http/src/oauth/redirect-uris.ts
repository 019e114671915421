const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MOST_CHARACTERS = 500;

/**
 * Why a program cannot receive codes at an address. Null if it can: at an HTTPS address, or at a port of the user's own
 * machine, as the MCP specification demands.
 */
export function redirectFault(text: string): string | null {
  if (text.length > MOST_CHARACTERS || !URL.canParse(text)) return "is not a URL of at most 500 characters";
  const url = new URL(text);
  if (text.includes("#") || url.username !== "" || url.password !== "") {
    return "must not contain a fragment, a user or a password";
  }
  const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return isAllowed ? null : "must begin with https://, or with http://127.0.0.1, http://[::1] or http://localhost";
}

/** Whether a code may be sent to `asked`: exactly a registered address, or a loopback address with another port (RFC 8252). */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  return registered.some((one) => one === asked || differsOnlyInPort(one, asked));
}

/** Whether an address is on the user's own machine, where any program may listen. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}

function differsOnlyInPort(registered: string, asked: string): boolean {
  if (redirectFault(asked) !== null) return false;
  const [one, other] = [new URL(registered), new URL(asked)];
  if (one.protocol !== "http:" || !isLoopback(one)) return false;
  one.port = "";
  other.port = "";
  return one.href === other.href;
}
