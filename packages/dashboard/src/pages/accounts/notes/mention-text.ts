import type { PersonName } from "@counterfoil/sdk";

/** A part of a note: plain text, or the mention of a person. */
export interface NotePart {
  readonly text: string;
  readonly person: PersonName | null;
}

const STORED = /(?<![\w@])@(person_[0-9a-z]{26})(?![0-9a-z])/g;

/** The parts of a stored note. People who are no longer members have no name, so their ID stays. */
export function partsOf(stored: string, people: readonly PersonName[]): readonly NotePart[] {
  const parts: NotePart[] = [];
  let end = 0;
  for (const match of stored.matchAll(STORED)) {
    const person = people.find(({ id }) => id === match[1]);
    if (person === undefined) continue;
    parts.push({ text: stored.slice(end, match.index), person: null }, { text: `@${person.name}`, person });
    end = match.index + match[0].length;
  }
  return [...parts, { text: stored.slice(end), person: null }].filter(({ text }) => text !== "");
}

/** The text that a person edits: names instead of IDs. */
export function toShown(stored: string, people: readonly PersonName[]): string {
  return partsOf(stored, people)
    .map(({ text }) => text)
    .join("");
}

/**
 * The text that the API stores: IDs instead of names.
 * @param chosen people that were picked, which decide between people with the same name
 */
export function toStored(shown: string, people: readonly PersonName[], chosen: readonly PersonName[]): string {
  const known = [...chosen, ...people].toSorted((a, b) => b.name.length - a.name.length);
  let stored = "";
  let rest = shown;
  while (rest !== "") {
    const isAfterWord = /[\w@]$/.test(stored);
    const person = rest.startsWith("@") && !isAfterWord ? known.find(({ name }) => isNamed(rest, name)) : undefined;
    const length = person === undefined ? 1 : person.name.length + 1;
    stored += person === undefined ? rest.slice(0, length) : `@${person.id}`;
    rest = rest.slice(length);
  }
  return stored;
}

/** Whether a text begins with `@` and this name, which ends there: "@Ada" does not name Adam. */
function isNamed(text: string, name: string): boolean {
  return name !== "" && text.startsWith(name, 1) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length + 1));
}

export interface MentionBegun {
  /** The position of the `@`. */
  readonly start: number;
  /** What was typed after it. */
  readonly typed: string;
}

const LONGEST_TYPED = 40;

/** The mention that ends at the caret. Null if the user is typing something else. */
export function mentionBegun(text: string, caret: number): MentionBegun | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf("@");
  const typed = before.slice(start + 1);
  if (start < 0 || typed.length > LONGEST_TYPED || /\n|\s{2}|^\s/.test(typed)) return null;
  return start > 0 && /[\w@]/.test(before.charAt(start - 1)) ? null : { start, typed };
}

/** The people whose name contains a text. Names that begin with it come first. */
export function peopleNamed(typed: string, people: readonly PersonName[]): readonly PersonName[] {
  const wanted = typed.toLocaleLowerCase();
  const placeOf = ({ name }: PersonName) => name.toLocaleLowerCase().indexOf(wanted);
  return people.filter((person) => placeOf(person) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b));
}
