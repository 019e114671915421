import type { Fault } from "../errors/index.ts";

export const MOST_TAGS = 50;
export const MOST_TAG_CHARACTERS = 50;

/** Which tags to add to an account, and which to remove from it. */
export interface TagChange {
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** Without spaces around each tag, and without repetitions. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** The tags after a change. A tag that is both added and removed is added. */
export function changedTags(before: readonly string[], { add = [], remove = [] }: TagChange): string[] {
  const removed = new Set(tidyTags(remove));
  return [...new Set([...before.filter((tag) => !removed.has(tag)), ...tidyTags(add)])];
}

/** The fault of an account with too many tags. */
export function tagFaults(tags: readonly string[], pointer: "/tags" | "/add"): Fault[] {
  if (tags.length <= MOST_TAGS) return [];
  const detail = `The account would have ${tags.length} tags. An account can have ${MOST_TAGS}. Remove some first.`;
  return [{ pointer, code: "too_many_tags", detail }];
}
