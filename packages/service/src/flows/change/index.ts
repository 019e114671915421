export { type CancelInput, cancelRunning, cancelSubscription, withdrawCancellation } from "./cancel-subscription.ts";
export { changeSubscription, type MadeChange, makeChange } from "./change-subscription.ts";
export { pauseSubscription, resumeSubscription } from "./pause-subscription.ts";
export { publishVersion } from "./publish-version.ts";
