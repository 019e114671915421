export type { Fed, FeedListener, FeedSource } from "./feed.ts";
export { createFeeds, type Feeds, onlyAsked } from "./feeds.ts";
