export { listMovements } from "./list-movements.ts";
export { listRecurring } from "./list-recurring.ts";
export { AGE_BANDS, listOwedInvoices, readAgeing } from "./read-ageing.ts";
export { readAttention } from "./read-attention.ts";
export { readUsageByMetric } from "./read-metric-usage.ts";
export { readChurn, readRecurring } from "./read-mrr.ts";
export { listRevenueLines, readNetRevenue, readTopAccounts } from "./read-net-revenue.ts";
export { readRecognition, readRevenue } from "./read-revenue.ts";
