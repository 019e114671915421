export { adjustmentId, invoiced, PERIOD_OF_INTERVAL } from "./adjustments.ts";
export { groupingOf, priceModel } from "./contract-price.ts";
export { loadContracts, type LoadedContract, rememberPrices, toContract } from "./load-contracts.ts";
export { meanOver } from "./mean-over.ts";
export { contractInstant, instants, nextDueOn } from "./schedule.ts";
