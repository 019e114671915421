/** The codes of a list, separated by whitespace. */
export function codeSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
