export { type FakeStripe, startFakeStripe } from "./fake-stripe.ts";
export { type PaidStory, paidStory } from "./paid-story.ts";
