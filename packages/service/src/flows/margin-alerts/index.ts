export { finishLookingAtMargins, lookAtMargins } from "./look-at-margins.ts";
