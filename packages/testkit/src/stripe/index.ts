export { type PaidStory, paidStory } from "./paid-story.ts";
