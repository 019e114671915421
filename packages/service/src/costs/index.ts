export { backfillCosts } from "./backfill-costs.ts";
export {
  createCostPrice,
  deleteCostPrice,
  getCostPrice,
  listCostPrices,
  updateCostPrice,
} from "./manage-cost-prices.ts";
