export type { Fed, FeedListener } from "./feed.ts";
export { createFeeds, type Feeds, onlyAsked } from "./feeds.ts";
