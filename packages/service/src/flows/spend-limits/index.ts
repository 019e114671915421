export { createSpendLimit } from "./create-spend-limit.ts";
export { finishLookingAtSpend, lookAtSpend } from "./look-at-spend.ts";
export { getSpendLimit, listSpendLimits } from "./read-spend-limits.ts";
export { updateSpendLimit } from "./update-spend-limit.ts";
export { tellNow } from "./tell-now.ts";
