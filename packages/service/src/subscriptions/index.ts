export { type ActivatedSubscription, toActivated } from "./activated-subscription.ts";
export type { ActivationWarning } from "./activation-warnings.ts";
export {
  activate,
  activateAccepted,
  type Activation,
  isDue,
  mailActivation,
  missingForActivation,
} from "./activation.ts";
export type { ChangeInput } from "./change-input.ts";
export { createSubscription, draftVersion, makeDraft } from "./create-subscription.ts";
export { deleteSubscription } from "./delete-subscription.ts";
export { dayOf, lastPeriodEnd, nextPeriodEnd, today } from "./effective-day.ts";
export { followPlan, passDate, passEnd, publishInChain, supersedeVersions } from "./pass-date.ts";
export { billTerm, previewDraft, previewSubscription } from "./preview-subscription.ts";
export { QUOTED_TERMS } from "./quoted-terms.ts";
export {
  getCurrentVersion,
  getSubscription,
  getVersion,
  listSubscriptions,
  listVersions,
} from "./read-subscriptions.ts";
export type { PlacedPrice } from "./check-sold-prices.ts";
export { soldPriceFaults } from "./resolve-price-groups.ts";
export type { PriceGroupInput, SubscriptionInput } from "./subscription-input.ts";
export { type Subscription, type SubscriptionVersion, toSubscription, toVersion } from "./subscription.ts";
export { lockFor, refuseTransition, type TransitionName } from "./transitions.ts";
export { updateSubscription } from "./update-subscription.ts";
export { resolveAdjustments } from "./version-adjustments.ts";
export { createVersion, deleteVersion, draftOf, updateVersion } from "./write-versions.ts";
