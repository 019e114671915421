import { DomainError } from "../errors/index.ts";

const WRONG = "The cursor is none that was answered to these parameters.";

/** Where a walk goes on: after the line or movement that these texts name. It goes on with the walk that it came from and no other. */
function writePlaceCursor(walk: string, place: readonly string[]): string {
  return Buffer.from(JSON.stringify([walk, ...place])).toString("base64url");
}

/** As many texts as were written; a 400 for what `writePlaceCursor` did not write for this walk. */
export function readPlaceCursor(walk: string, cursor: string, members: number): readonly string[] {
  const [from, ...place] = parse(cursor);
  const texts = place.filter((text) => typeof text === "string");
  if (from === walk && texts.length === members && place.length === members) return texts;
  throw wrongCursor();
}

/** Orders places by their first text that differs. */
export function comparePlaces(a: readonly string[], b: readonly string[]): number {
  const differing = a.findIndex((text, index) => text !== b[index]);
  if (differing === -1) return 0;
  return (a[differing] ?? "") < (b[differing] ?? "") ? -1 : 1;
}

export interface PlacePage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The first of the items that were found, with the cursor to what comes after where there is more. */
export function pageOf<Item>(
  walk: string,
  found: readonly Item[],
  limit: number,
  placeOf: (item: Item) => readonly string[],
): PlacePage<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writePlaceCursor(walk, placeOf(last)) : null };
}

function parse(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(parsed) ? parsed : [];
  } catch (cause) {
    throw wrongCursor(cause);
  }
}

function wrongCursor(cause?: unknown): DomainError {
  const fault = { pointer: "/cursor", code: "wrong_cursor", detail: WRONG };
  return new DomainError("invalid_parameter", WRONG, [fault], { cause });
}
