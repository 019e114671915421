/**
 * The canonical text of a JSON value by RFC 8785: members sorted by name, no spaces, numbers and text as in JSON. Equal
 * values have equal text in every implementation, so anyone can check a hash over it.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) text += (place === 0 ? "" : ",") + canonicalJson(item);
    return `[${text}]`;
  }
  // Sorts by UTF-16 units, as the RFC does.
  for (const name of Object.keys(value).toSorted()) {
    const member = canonicalJson((value as Record<string, unknown>)[name]);
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${member}`;
  }
  return `{${text}}`;
}
