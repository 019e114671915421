export { type CreditCalls, createCreditCalls } from "./credit-queue.ts";
export { checkCredit, getCredit, holdCredit } from "./hold-credit.ts";
export { releaseHold, settleHold } from "./settle-hold.ts";
