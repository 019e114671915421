/** How well a choice fits what was written: by its beginning, by the beginning of a word, by another word for it; 0 is not at all. */
export function paletteScore(value: string, written: string, otherWords: readonly string[] = []): number {
  const [name, wanted] = [value.toLowerCase(), written.trim().toLowerCase()];
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 0.9;
  if (otherWords.some((word) => word.toLowerCase().startsWith(wanted))) return 0.5;
  return 0;
}
