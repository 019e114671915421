export { backfillCosts } from "./backfill-costs.ts";
export type { CostPrice, CostPriceInput } from "./cost-price.ts";
export {
  createCostPrice,
  deleteCostPrice,
  getCostPrice,
  listCostPrices,
  updateCostPrice,
} from "./manage-cost-prices.ts";
