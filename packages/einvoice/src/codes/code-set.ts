/** The codes of a list, written with blanks between them. */
export function codeSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
