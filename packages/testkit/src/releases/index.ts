export { type ReleaseDump, readReleaseDump, releasesFolder } from "./release-dump.ts";
export { advance } from "./release-story.ts";
