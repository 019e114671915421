/** An organization's setting for notifications of low margins (R-COST-1). */
export interface MarginAlertSetting {
  /** A margin below this percentage of the revenue is low. 0: only losses are. */
  percent: string;
  /** Lower costs in a month are not reported. In the currency of the margin. */
  minimumCost: string;
}
