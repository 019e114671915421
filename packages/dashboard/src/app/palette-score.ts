/**
 * How well a choice matches the typed text: by its beginning, by the beginning of a word, or by a synonym. 0 is no
 * match.
 */
export function paletteScore(value: string, written: string, otherWords: readonly string[] = []): number {
  const [name, wanted] = [value.toLowerCase(), written.trim().toLowerCase()];
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 0.9;
  if (otherWords.some((word) => word.toLowerCase().startsWith(wanted))) return 0.5;
  return 0;
}
