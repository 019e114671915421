import type { Reader } from "@counterfoil/http";

export type Item = Record<string, unknown>;

const MOST = 100;

/** All items of a list, read a page at a time. */
export async function* walkList(
  reader: Reader,
  { path, member, walk }: { path: string; member: string; walk: "pages" | "cursor" },
): AsyncGenerator<Item[]> {
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const place: string =
      walk === "pages" ? `page=${page}` : cursor === null ? "" : `cursor=${encodeURIComponent(cursor)}`;
    const text = await reader.read(`${path}?limit=${MOST}&${place}`);
    if (text === null) return;
    const answer = JSON.parse(text) as Record<string, Item[]> & { nextCursor?: string | null };
    const items = answer[member] ?? [];
    if (items.length > 0) yield items;
    cursor = answer.nextCursor ?? null;
    if (walk === "cursor" ? cursor === null : items.length < MOST) return;
  }
}
