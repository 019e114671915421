import type { DocumentProblem } from "../document-error.ts";
import { cleanText } from "../text/clean-text.ts";

/**
 * Names each member of a document that contains characters which no font can draw, and the characters. Values from
 * usage events are excluded: programs write them, and the sender of an invoice cannot correct them.
 */
export function undrawableMembers(document: object, undrawable: ReadonlySet<string>): DocumentProblem[] {
  const values = [...eventValues(document)].toSorted((one, other) => other.length - one.length);
  return [...textsAt("", document)].flatMap(({ pointer, text }) => {
    const written = values.reduce((rest, value) => rest.replaceAll(value, ""), text);
    const found = new Set([...cleanText(written)].filter((character) => undrawable.has(character)));
    return found.size === 0 ? [] : [{ pointer, detail: `no font has ${[...found].map(named).join(", ")}` }];
  });
}

/**
 * Replaces characters that cannot be drawn with their code points, such as "U+12000". Used for values from usage
 * events. Nothing is lost, and readers can tell that it is not the original text.
 */
export function writeCodePoints(text: string, undrawable: ReadonlySet<string>): string {
  return [...text].map((character) => (undrawable.has(character) ? codePoint(character) : character)).join("");
}

interface TextAt {
  readonly pointer: string;
  readonly text: string;
}

function* textsAt(pointer: string, value: unknown): Generator<TextAt> {
  if (typeof value === "string") yield { pointer, text: value };
  else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    for (const [name, member] of Object.entries(value)) {
      if (!holdsEventValues(pointer, name)) yield* textsAt(`${pointer}/${name}`, member);
    }
  }
}

function* eventValues(document: object): Generator<string> {
  const { lines, usageByDay } = document as {
    readonly lines?: readonly { readonly usageValues?: readonly string[] }[];
    readonly usageByDay?: readonly { readonly days: readonly { readonly group: string | null }[] }[];
  };
  for (const { usageValues } of lines ?? []) yield* usageValues ?? [];
  for (const { days } of usageByDay ?? []) yield* days.flatMap(({ group }) => (group === null ? [] : [group]));
}

function holdsEventValues(pointer: string, name: string): boolean {
  return name === "usageValues" || (name === "group" && pointer.startsWith("/usageByDay/"));
}

/** `"𒀀" (U+12000)`: includes the character, because the reader may have a font for it. */
function named(character: string): string {
  return `${JSON.stringify(character)} (${codePoint(character)})`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
