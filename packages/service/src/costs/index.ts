export { backfillCosts } from "./backfill-costs.ts";
export {
  createCostPrice,
  deleteCostPrice,
  getCostPrice,
  listCostPrices,
  updateCostPrice,
} from "./manage-cost-prices.ts";
export { applyMarginAlert, marginAlertFaults, type MarginAlertInput } from "./margin-alert-setting.ts";
export { applyModelCosts, modelCostFaults, type ModelCostInput } from "./model-cost-setting.ts";
export {
  createModelPrice,
  deleteModelPrice,
  getModelPrice,
  listModelPrices,
  updateModelPrice,
} from "./manage-model-prices.ts";
export {
  cancelModelCostBackfill,
  createModelCostBackfill,
  getModelCostBackfill,
  listModelCostBackfills,
} from "./manage-model-cost-backfills.ts";
export { listCatalogModels } from "./list-catalog-models.ts";
export { listUnpricedModels, readModelPrice } from "./read-model-catalog.ts";
