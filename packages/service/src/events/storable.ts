/** PostgreSQL stores neither NUL nor half of a surrogate pair in a text. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
