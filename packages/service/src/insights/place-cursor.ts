import { DomainError } from "../errors/index.ts";

const WRONG =
  "The cursor is invalid for these parameters. Send the nextCursor of the previous page with the same parameters.";

/**
 * A cursor that continues after the line or movement that these texts name. It continues only the walk that it came
 * from.
 */
function writePlaceCursor(walk: string, place: readonly string[]): string {
  return Buffer.from(JSON.stringify([walk, ...place])).toString("base64url");
}

/** The texts of a cursor. A 400 if `writePlaceCursor` did not write it for this walk. */
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

/** The first of the found items, with a cursor if there are more. */
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
