/** The IDs of the people whom a text mentions, each once, in their order: `@person_01jd…`. */
export function mentionsIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w@])@(person_[0-9a-z]{26})(?![0-9a-z])/g);
  return [...new Set([...found].map(([, id = ""]) => id))];
}
