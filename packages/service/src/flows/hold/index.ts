export { type CreditCalls, createCreditCalls } from "./credit-queue.ts";
export { forgetHolds } from "./forget-holds.ts";
export { checkCredit, getCredit, holdCredit } from "./hold-credit.ts";
export { releaseHold, settleHold } from "./settle-hold.ts";
