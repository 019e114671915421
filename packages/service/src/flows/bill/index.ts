export { billAgain, billContracts, billPlan, billSubscriptions } from "./bill-subscriptions.ts";
