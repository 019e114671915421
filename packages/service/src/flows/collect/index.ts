export { markDueOverdue } from "./mark-due-overdue.ts";
export { markUncollectible } from "./mark-uncollectible.ts";
export { runPayments } from "./run-payments.ts";
export { stepCollections } from "./step-collections.ts";
