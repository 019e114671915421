import type { TextErasure } from "@counterfoil/storage";

/** Shorter texts occur by chance within others: they are taken out only where they stand alone. */
const SHORTEST_WITHIN = 4;

/** Members of an account, as the audit log and notifications show it, whose every text is about a person. */
const PERSONAL_MEMBERS: ReadonlySet<string> = new Set([
  "name",
  "aliases",
  "billingAddress",
  "billingEmail",
  "buyerReference",
  "contactEmail",
  "contactName",
  "contacts",
  "electronicAddress",
  "registrationNumber",
  "taxId",
]);
/** What says something of a contact or an address and not whose it is. */
const IMPERSONAL: ReadonlySet<string> = new Set(["id", "emailPreferences", "isPrimary", "scheme"]);

/** Every text under the personal members of an account, or of the changes of one. */
export function personalTexts(account: object): string[] {
  return Object.entries(account).flatMap(([member, value]) => (PERSONAL_MEMBERS.has(member) ? textsOf(value) : []));
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => (IMPERSONAL.has(member) ? [] : textsOf(inner)));
}

/**
 * What to take out of records, of these texts: e-mail addresses wherever in the organization they stand, for they are nobody
 * else's; the others in the records about these objects, and short ones only where they are the whole of a text.
 */
export function textErasure(texts: readonly string[], objectIds: readonly string[]): TextErasure {
  const known = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
  const longestFirst = known.toSorted((a, b) => b.length - a.length);
  const within = longestFirst.filter((text) => text.length >= SHORTEST_WITHIN);
  return {
    objectIds,
    uniqueTexts: within.filter(isAddress).map(asInJson),
    texts: within,
    words: longestFirst.filter((text) => text.length < SHORTEST_WITHIN),
  };
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
