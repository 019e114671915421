/**
 * Makes any text printable without changing what it says: line breaks become "\n", a tab a space; control characters,
 * non-characters and byte order marks go. Explicit direction overrides go as well: with them a description could make
 * the figures next to it read backwards. Half a surrogate pair becomes the replacement character.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(unprintable, "");
}

const unprintable = /(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
