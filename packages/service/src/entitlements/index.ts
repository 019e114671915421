export { checkEntitlement, createEntitlementChecks, type EntitlementChecks } from "./check-entitlement.ts";
export { checkGrants } from "./check-grants.ts";
export { currentCalendarPeriod } from "./current-period.ts";
export { forgetReservations } from "./forget-reservations.ts";
export { NO_END } from "./measured-use.ts";
export { readEntitlements } from "./read-entitlements.ts";
export { regrant } from "./regrant.ts";
export { type EntitlementInput, type ResolvedEntitlements, resolveEntitlements } from "./resolve-entitlements.ts";
