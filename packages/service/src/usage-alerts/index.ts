export { createUsageAlert } from "./create-usage-alert.ts";
export type { OnAlertFailure } from "./judge-usage.ts";
export { finishLookingAtAlerts, lookAtAlerts } from "./look-at-alerts.ts";
export { getUsageAlert, listUsageAlerts } from "./read-usage-alerts.ts";
export { updateUsageAlert } from "./update-usage-alert.ts";
