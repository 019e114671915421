/** Typed percentages, such as `80, 100`. Null if one is not a whole number. */
export function percentagesOf(typed: string): number[] | null {
  const texts = typed.split(/[\s,;%]+/).filter((text) => text !== "");
  return texts.every((text) => /^\d{1,4}$/.test(text)) && texts.length > 0 ? texts.map(Number) : null;
}
