const IRREGULAR: Readonly<Record<string, string>> = { people: "person" };

export function singularOf(plural: string): string {
  const irregular = IRREGULAR[plural];
  if (irregular !== undefined) return irregular;
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss)es$/.test(plural)) return plural.slice(0, -2);
  return plural.endsWith("s") && !/(?:ss|us|[Ss]ettings)$/.test(plural) ? plural.slice(0, -1) : plural;
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `Idempotency-Key` → `IdempotencyKey`, `invoice.issued` → `InvoiceIssued`. */
export function pascalCase(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join("");
}
