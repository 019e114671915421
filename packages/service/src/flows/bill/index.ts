export { billAgain, billPlan, billSubscriptions } from "./bill-subscriptions.ts";
