import type { TextErasure } from "@counterfoil/storage";

/** Shorter texts occur in others by chance, so they are erased only if they are a whole text. */
const SHORTEST_WITHIN = 4;

/** Members of an account, in the audit log and notifications, whose texts are all about a person. */
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
/** Members of a contact or an address that do not say whose it is. */
const IMPERSONAL: ReadonlySet<string> = new Set(["id", "emailPreferences", "isPrimary", "scheme"]);

/** Every text under the personal members of an account, or in changes of an account. */
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
 * How to erase these texts from records. Email addresses are erased everywhere in the organization, because they belong
 * to one person. The other texts are erased only in the records about these objects, and short ones only if they are a
 * whole text.
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
