/** The data of `margin.low` (R-HOOK-1): the margin of an account in its current month when this was noticed. */
export interface MarginLow {
  accountId: string;
  /** The currency of the figures. */
  currency: string;
  revenue: string;
  cost: string;
  margin: string;
  /** Null without revenue. */
  marginPercent: string | null;
  /** The percentage of the setting. */
  percent: string;
  /** The first day of the month. */
  month: string;
  noticedAt: string;
}
