export { checkCredit, getCredit, holdCredit } from "./hold-credit.ts";
export { releaseHold, settleHold } from "./settle-hold.ts";
