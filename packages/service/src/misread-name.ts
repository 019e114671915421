import { DomainError } from "./errors/index.ts";

/**
 * Why JSON text must not be parsed: a member of it is named by a single backslash. Node 24 remembers the names of objects it
 * parsed, and once there was such a one it takes any name that begins with an escape (`"\n"`, `"\u00e9t\u00e9"`) in the same
 * place of a later body, also of somebody else, for it. Undefined for all that can be parsed.
 */
export function misreadName(text: string): DomainError | undefined {
  // Most bodies hold no backslash at all, which is found out far sooner than that no text begins with one.
  if (!text.includes("\\") || !LONE_BACKSLASH.test(text)) return undefined;
  return new DomainError("malformed_request", "A member cannot be named by a single backslash.");
}

const LONE_BACKSLASH = /"\\(?:\\|u005[cC])"\s*:/;
