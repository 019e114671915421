/** JSON with sorted members and no whitespace (RFC 8785), for values whose numbers are small integers. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const sorted = Object.keys(value).toSorted();
  return `{${sorted.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(",")}}`;
}
