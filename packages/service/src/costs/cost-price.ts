import type { CostPriceRow } from "@counterfoil/storage";

/** What one unit of a metric costs the organization (R-COST-1). */
export interface CostPrice extends Omit<CostPriceRow, "backfillThrough" | "backfilledThrough"> {
  /** Whether earlier events have their costs. False for some time after the price was created. */
  isApplied: boolean;
}

export interface CostPriceInput {
  readonly metricId: string;
  readonly properties?: Readonly<Record<string, string>> | undefined;
  readonly unitCost: string | number;
  readonly currency: string;
  /** Instants, or dates that mean the start of that day in the organization's zone. Default: now. */
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | null | undefined;
}

export function toCostPrice(row: CostPriceRow): CostPrice {
  const { backfillThrough, backfilledThrough: _backfilledThrough, ...price } = row;
  return { ...price, isApplied: backfillThrough === null };
}
