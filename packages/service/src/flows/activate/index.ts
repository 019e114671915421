export { activateAndBill, activateSubscription } from "./activate-subscription.ts";
