/**
 * Makes any text printable without changing its meaning: line breaks become "\n" and tabs become spaces. Control
 * characters, noncharacters and byte order marks are removed. Explicit direction overrides are removed as well, because
 * they could make nearby numbers read backwards. A lone surrogate becomes the replacement character.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(unprintable, "");
}

const unprintable = /(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
