import type { Database } from "@counterfoil/storage";
import { createFeed, type Fed, type Feed, type FeedListener, type FeedSource } from "./feed.ts";

/** The feeds of one kind in a process: one for each organization that has listeners. */
export interface Feeds<Item extends Fed> {
  of(organizationId: string): Feed<Item>;
}

export function createFeeds<Item extends Fed>(database: Database, source: FeedSource<Item>): Feeds<Item> {
  const feeds = new Map<string, Feed<Item>>();
  return {
    of(organizationId) {
      const known = feeds.get(organizationId);
      if (known !== undefined) return known;
      const made = createFeed(database, organizationId, source, () => feeds.delete(organizationId));
      feeds.set(organizationId, made);
      return made;
    },
  };
}

/** The same listener for only some of the items. */
export function onlyAsked<Item extends Fed>(
  listener: FeedListener<Item>,
  isAsked: (item: Item) => boolean,
): FeedListener<Item> {
  return {
    signal: listener.signal,
    isAdmitted: () => listener.isAdmitted(),
    keepsUp: () => listener.keepsUp(),
    taken: () => listener.taken(),
    end: (cause) => listener.end(cause),
    receive(item) {
      if (isAsked(item)) listener.receive(item);
    },
  };
}
