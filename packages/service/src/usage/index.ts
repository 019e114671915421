export { checkUsageTotals } from "./check-usage-totals.ts";
export { firstKeptMonth, keepUsagePartitions } from "./keep-partitions.ts";
export { foldTotals, makeTotals } from "./make-totals.ts";
export { measureAccountUsage, type MeasuredPeriod, measureUsage } from "./measure-usage.ts";
export { requireMeasured } from "./require-measured.ts";
export { usageWindows, windowsOf } from "./windows.ts";
