/**
 * A JSON value in its one writing by RFC 8785: members by name, no space, numbers and text as JSON has them. Equal values are
 * equal text, whoever writes it, so that a hash over it can be checked by anybody.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`;
}
