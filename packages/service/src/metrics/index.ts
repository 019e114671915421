export { archiveMetric, unarchiveMetric } from "./archive-metric.ts";
export { metricIdFaults } from "./check-metric-ids.ts";
export { createMetric } from "./create-metric.ts";
export { isKnownSoFar } from "./known-so-far.ts";
export { getMetric, listMetrics } from "./read-metrics.ts";
export { updateMetric } from "./update-metric.ts";
export { usageMetric } from "./usage-metric.ts";
