/**
 * A text with a count, in each plural form of the language (CLDR's plural categories): `{ one: "{days} day", other:
 * "{days} days" }`. `other` is also used for numbers that are not whole.
 */
export type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The form for a count. A language without that form, such as Japanese, uses `other` for all counts. */
export function pluralText(plural: Plural, count: string, language: string): string {
  return plural[rulesOf(language).select(Number(count))] ?? plural.other;
}

/** The plural forms of whole numbers in a language, which a {@link Plural} must contain. */
export function pluralForms(language: string): Intl.LDMLPluralRule[] {
  const rules = rulesOf(language);
  const counted = Array.from({ length: 1_000 }, (_, count) => rules.select(count));
  return [...new Set<Intl.LDMLPluralRule>([...counted, "other"])];
}

function rulesOf(language: string): Intl.PluralRules {
  const rules = rulesByLanguage.get(language) ?? new Intl.PluralRules(language);
  rulesByLanguage.set(language, rules);
  return rules;
}

const rulesByLanguage = new Map<string, Intl.PluralRules>();
