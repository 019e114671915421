export { type CreditCalls, createCreditCalls } from "./credit-queue.ts";
export { type CreditBurnDown, getCreditBurnDown } from "./burn-down.ts";
export { forgetHolds } from "./forget-holds.ts";
export { checkCredit, getCredit, holdCredit, type ShownCredit } from "./hold-credit.ts";
export { releaseHold, settleHold } from "./settle-hold.ts";
export { onCredit } from "./on-credit.ts";
export type { OpenLimit } from "./open-limits.ts";
export { isPrepaidLow } from "./prepaid-low.ts";
export { runningUse } from "./running-credit.ts";
