import { CounterfoilError } from "@counterfoil/sdk";
import { CommandError } from "../command.ts";
import type { ClockDifference } from "./clock-difference.ts";

/** Exit codes of commands that work through the API, in addition to those of every command. */
const UNREACHABLE = 5;
const NOT_ALLOWED = 6;

/** The server of a failed request. */
interface Failed {
  readonly profile: string | null;
  readonly url: string;
  readonly clock: Pick<ClockDifference, "fault">;
}

/** A failed request as an error that says what happened and what to do. Other errors stay as they are. */
export function remoteFailure(error: unknown, server: Failed): unknown {
  if (!(error instanceof CounterfoilError)) return error;
  const { text, exitCode } = told(error, server);
  const clock = server.clock.fault();
  const isByClock = exitCode !== 1 && clock !== null;
  return new CommandError([text, ...(isByClock ? [clock] : [])].join("\n"), exitCode, { cause: error });
}

function told(error: CounterfoilError, server: Failed): { text: string; exitCode: number } {
  const { status, code } = error;
  if (status === 0) return { text: unreachable(error, server.url), exitCode: UNREACHABLE };
  if (status === 401) return { text: wrongKey(server), exitCode: NOT_ALLOWED };
  if (code === "insufficient_scope") {
    const remedy = "Use a key with this scope: an administrator can create one at /app/api-keys.";
    return { text: `${error.message}\n${remedy}`, exitCode: NOT_ALLOWED };
  }
  if (code === "unexpected_answer") {
    const remedy = `Check that ${server.url} is the address of a Counterfoil server, without /app.`;
    return { text: `${error.message}\n${remedy}`, exitCode: status >= 500 ? UNREACHABLE : 1 };
  }
  if (status === 429 || status >= 500) {
    const wait = error.retryAfterSeconds === null ? "later" : `in ${error.retryAfterSeconds} s`;
    return { text: `${error.message}\nTry again ${wait}. Request ID: ${error.requestId ?? "unknown"}`, exitCode: 1 };
  }
  return { text: `${error.message}\n(${status} ${code}, request ${error.requestId ?? "unknown"})`, exitCode: 1 };
}

function wrongKey({ profile, url }: Failed): string {
  const remedy =
    profile === null ? "Set COUNTERFOIL_API_KEY to a valid key." : `Run "login --profile ${profile}" with a valid key.`;
  return `${url} does not accept the API key: it is wrong, has expired or was revoked.\n${remedy}`;
}

function unreachable(error: CounterfoilError, url: string): string {
  if (error.code === "timed_out") return `${url} did not respond in time. Check that the server is running.`;
  const reason = reasonOf(error);
  return `Cannot reach ${url}: ${reason.text}.\n${reason.remedy}`;
}

const REASONS: Readonly<Record<string, { readonly text: string; readonly remedy: string }>> = {
  ECONNREFUSED: {
    text: "nothing listens there (ECONNREFUSED)",
    remedy: "Check that the server is running, and the port of the address.",
  },
  ENOTFOUND: {
    text: "no such host (ENOTFOUND)",
    remedy: "Check the spelling of the address, and that this computer is online.",
  },
  CERT_NOT_YET_VALID: {
    text: "its certificate is not valid yet (CERT_NOT_YET_VALID)",
    remedy: "Check the clock of this computer first: if it is behind, valid certificates look too new.",
  },
  CERT_HAS_EXPIRED: {
    text: "its certificate has expired (CERT_HAS_EXPIRED)",
    remedy:
      "Check the clock of this computer first: if it is ahead, valid certificates look expired. Else renew the certificate.",
  },
};

function reasonOf(error: CounterfoilError): { text: string; remedy: string } {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const known = code === undefined ? undefined : REASONS[code];
    if (known !== undefined) return known;
    if (cause instanceof AggregateError && cause.errors.length > 0) {
      const first = (cause.errors[0] as NodeJS.ErrnoException).code ?? "";
      if (REASONS[first] !== undefined) return REASONS[first];
    }
  }
  const last = error.message.replace(/^The request failed: /, "").replace(/\.$/, "");
  return { text: last, remedy: "Check the address, your network and proxies, and that the server is running." };
}
