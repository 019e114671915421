import { DomainError } from "./errors/index.ts";

/**
 * Why JSON text must not be parsed: one of its members is named by a single backslash. Node 24 caches the names of
 * objects that it parsed. After such a body, it misreads any name that begins with an escape (`"
 * "`, `"\u00e9t\u00e9"`) at the same place of a later body, even of another caller. Undefined if the text can be
 * parsed.
 */
export function misreadName(text: string): DomainError | undefined {
  // Most bodies contain no backslash. Checking for one is much faster than the pattern.
  if (!text.includes("\\") || !LONE_BACKSLASH.test(text)) return undefined;
  return new DomainError("malformed_request", "A member name must not be a single backslash.");
}

const LONE_BACKSLASH = /"\\(?:\\|u005[cC])"\s*:/;
