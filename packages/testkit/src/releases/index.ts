export { type ReleaseDump, readReleaseDump, releasesFolder } from "./release-dump.ts";
export { advance, tellReleaseStory } from "./release-story.ts";
