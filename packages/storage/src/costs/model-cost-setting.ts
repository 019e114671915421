/** An organization's setting for the costs of model calls (R-AI-1). */
export interface ModelCostSetting {
  /** The name of the events that are model calls. */
  eventName: string;
  /** The discount of calls in a batch, for prices without one. */
  batchDiscountPercent: string;
}
